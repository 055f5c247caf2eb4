import type { IncomingMessage, ServerResponse } from 'node:http'

/** API key of the fake, in the format of real keys. */
export const azuracastKey = '4f1c5e2a9b7d8036:c0ffee5eed'

/** Upload errors. `refused-with-200` is an error body with status 200. */
export type MediaFault =
  | 'refused-with-200'
  | 'too-large'
  | 'server-error'
  | 'hang'
  | 'cut'
  | 'stored-then-cut'
  | 'not-json'

export type StoredMedia = {
  id: number
  path: string
  bytes: Buffer
  title: string
  artist: string
  playlists: number[]
}

/** Media library of the fake station. */
export type AzuracastMedia = {
  files(): StoredMedia[]
  /** Returns the number of complete uploads. */
  uploads(): number
  /** Makes uploads fail in this way, always or a number of times. */
  fail(fault: MediaFault | undefined, times?: number): void
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

const playlists = [
  {
    id: 3,
    name: 'Submissions',
    type: 'default',
    source: 'songs',
    order: 'shuffle',
    is_enabled: true,
    is_jingle: false,
    weight: 3,
  },
  {
    id: 1,
    name: 'default',
    type: 'default',
    source: 'songs',
    order: 'shuffle',
    is_enabled: true,
    is_jingle: false,
    weight: 3,
  },
]

export function createAzuracastMedia(): AzuracastMedia {
  let files: StoredMedia[] = []
  let nextId = 100
  let uploads = 0
  let fault: MediaFault | undefined
  let faultsLeft = 0

  const record = ({ id, path, title, artist, playlists: ids }: StoredMedia) => ({
    id,
    unique_id: id.toString(16).padStart(24, '0'),
    song_id: 'x'.repeat(32),
    path,
    title,
    artist,
    length: 12.5,
    length_text: '0:12',
    mtime: 1_795_168_900,
    playlists: playlists.filter((one) => ids.includes(one.id)).map(({ id, name }) => ({ id, name })),
  })

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failing = faultsLeft > 0 ? fault : undefined
    if (failing) faultsLeft -= 1
    if (failing === 'cut') return void request.socket.destroy()
    const body = Buffer.concat(await request.toArray())
    uploads += 1
    if (failing === 'hang') return
    if (failing === 'refused-with-200')
      return json(response, 200, problem(500, 'Cannot process media file: no valid MPEG frames.'))
    if (failing === 'too-large')
      return void response
        .writeHead(413, { 'content-type': 'text/html' })
        .end('<html>413 Request Entity Too Large</html>')
    if (failing === 'server-error')
      return json(response, 500, problem(500, 'This station is out of available storage space.'))
    if (failing === 'not-json') return void response.writeHead(200).end('<html>')
    const form = await new Response(body, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file') as File
    const path = `${String(form.get('currentDirectory'))}/${file.name}`
    const stored: StoredMedia = {
      id: nextId++,
      path,
      bytes: Buffer.from(await file.arrayBuffer()),
      title: '',
      artist: '',
      playlists: [],
    }
    files = [...files.filter((one) => one.path !== path), stored]
    // The file is stored, but the response is lost.
    if (failing === 'stored-then-cut') return void request.socket.destroy()
    json(response, 200, record(stored))
  }

  return {
    files: () => files,
    uploads: () => uploads,
    fail(next, times = Infinity) {
      fault = next
      faultsLeft = next ? times : 0
    },
    async answer(request, response) {
      const url = new URL(request.url ?? '/', 'http://fake')
      const path = url.pathname.replace('/api/station/swade', '')
      if (request.headers['x-api-key'] !== azuracastKey) {
        request.resume()
        return json(response, 403, problem(403, 'You do not have permission to access this portion of the site.'))
      }
      if (path === '/playlists') return json(response, 200, playlists)
      if (path === '/files/upload') return upload(request, response)
      if (path === '/files') {
        const phrase = url.searchParams.get('searchPhrase') ?? ''
        return json(response, 200, files.filter((file) => file.path.includes(phrase)).map(record))
      }
      const file = files.find(({ id }) => path === `/file/${id}`)
      const sent = Buffer.concat(await request.toArray()).toString()
      if (!file) return json(response, 404, problem(404, 'Record not found.'))
      if (request.method === 'PUT') Object.assign(file, JSON.parse(sent))
      if (request.method === 'DELETE') files = files.filter((one) => one !== file)
      json(response, 200, {
        success: true,
        message: 'Changes saved successfully.',
        formatted_message: 'Changes saved successfully.',
      })
    },
  }
}

const problem = (code: number, message: string) => ({
  code,
  type: 'Exception',
  message,
  formatted_message: message,
  extra_data: [],
  success: false,
})

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}
