import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import {
  submissionAudioPath,
  submissionSpectrogramPath,
  submissionWaveformPath,
} from '#features/submissions/contract.ts'
import type { AdminFiles } from './admin-files.ts'

const imageTypes = new Set(['image/png', 'image/webp'])

/** Routes for the owner to files sent by strangers: fixed content types, so that nothing in them can run. */
export function submissionAdminRoutes({ files, storage }: { files: AdminFiles; storage: Storage }) {
  return async function routes(app: FastifyInstance) {
    app.get<{ Params: { id: string }; Querystring: { download?: string } }>(
      submissionAudioPath(':id'),
      async (request, reply) => {
        const file = found(await files.audio(request.params.id))
        harmless(reply).header(
          'content-disposition',
          request.query.download === undefined ? 'inline' : `attachment; filename="${file.downloadName}"`,
        )
        return sendStoredFile(request, reply, storage, {
          key: file.key,
          tag: file.sha256,
          type: 'audio/mpeg',
          cacheControl: 'private, no-cache',
        })
      },
    )

    app.get<{ Params: { id: string } }>(submissionSpectrogramPath(':id'), async (request, reply) => {
      const key = found(await files.spectrogram(request.params.id))
      const { contentType = '' } = (await storage.stat(key)) ?? {}
      if (!imageTypes.has(contentType)) throw new AppError('not-found', 'Spectrogram not found.')
      harmless(reply)
      return sendStoredFile(request, reply, storage, {
        key,
        tag: key,
        type: contentType,
        cacheControl: 'private, max-age=3600',
      })
    })

    app.get<{ Params: { id: string } }>(submissionWaveformPath(':id'), async (request, reply) =>
      reply.header('cache-control', 'private, no-store').send({ peaks: found(await files.peaks(request.params.id)) }),
    )
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('not-found', 'Submission not found.')
  return value
}

function harmless(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
}
