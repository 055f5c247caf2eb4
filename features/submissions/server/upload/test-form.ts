import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

/** Fields of a typical submission. */
export const goodFields = {
  artist_name: 'Mara Quell',
  artist_email: 'mara@example.com',
  song_title: 'Salt Flats at Noon',
  genre: 'ambient',
  owns_track: 'true',
}

const edge = 'x-swade-edge'

/** Returns the bytes of a multipart form; the file is sent at its position among the fields. */
export function formOf(parts: [name: string, value: string | { file: Buffer; fileName: string; type?: string }][]): {
  headers: Record<string, string>
  payload: Buffer
} {
  const pieces = parts.flatMap(([name, value]) =>
    typeof value === 'string'
      ? [Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)]
      : [
          Buffer.from(
            `--${edge}\r\ncontent-disposition: form-data; name="${name}"; filename="${value.fileName.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')}"\r\ncontent-type: ${value.type ?? 'audio/mpeg'}\r\n\r\n`,
          ),
          value.file,
          Buffer.from('\r\n'),
        ],
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${edge}--\r\n`)]),
  }
}

/** Sends a track; fields that are `undefined` are left out. */
export function send(
  app: FastifyInstance,
  file: Buffer,
  options: {
    fields?: Record<string, string | undefined>
    fileName?: string
    from?: string
    accept?: string
    fileFirst?: boolean
  } = {},
): Promise<LightMyRequestResponse> {
  const fields = Object.entries({ ...goodFields, ...options.fields }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  const audio: Parameters<typeof formOf>[0][number] = [
    'audio_file',
    { file, fileName: options.fileName ?? 'salt-flats.mp3' },
  ]
  const form = formOf(options.fileFirst ? [audio, ...fields] : [...fields, audio])
  return app.inject({
    method: 'POST',
    url: '/api/maestro/submit',
    ...form,
    headers: { ...form.headers, ...(options.accept ? { accept: options.accept } : {}) },
    remoteAddress: options.from ?? '203.0.113.7',
  })
}
