import { randomUUID } from 'node:crypto'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { receiveFile } from '#platform/form-parts.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import { tellFullDisk } from '#platform/storage/full-disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { artistMediaPath, artistSlugSchema } from '#features/artists/contract.ts'
import { keepFilm, keepPicture, keepTrack, type Kept } from './keep-upload.ts'

type Options = {
  storage: Storage
  readRecording: ReadRecording
  /** Puts values into the draft of an artist, for a browser without script. */
  fillDraft(request: { slug: string; actor: string; values: { path: string; value: unknown }[] }): Promise<void>
  /** Tells the desk's log. */
  onKept(request: { slug: string; actor: string; detail: string }): Promise<void>
}

const megabyte = 1024 * 1024

type Keep = (storage: Storage, slug: string, key: string, readRecording: ReadRecording) => Promise<Kept>

/** What can be sent for an artist, and how large it may be. */
const uploads: Record<string, { mostBytes: number; keep: Keep }> = {
  image: { mostBytes: 15 * megabyte, keep: (storage, slug, key) => keepPicture(storage, slug, key, 'portrait') },
  poster: { mostBytes: 15 * megabyte, keep: (storage, slug, key) => keepPicture(storage, slug, key, 'poster') },
  track: { mostBytes: 20 * megabyte, keep: keepTrack },
  film: { mostBytes: 200 * megabyte, keep: keepFilm },
}

/**
 * `POST /api/owner/content/artists/{slug}/{image|poster|track|film}`, multipart with one `file`: streamed to storage
 * under a name made from its content.
 *
 * A script reads the name in the answer; a plain form also sends `path`, the field it is for, and is led back to the
 * editor with the name in the draft.
 */
export function artistUploadRoutes({ storage, readRecording, fillDraft, onKept }: Options) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
    app.post<{ Params: { slug: string; what: string } }>(
      '/api/owner/content/artists/:slug/:what',
      async (request, reply) => {
        const { slug, what } = request.params
        const upload = Object.hasOwn(uploads, what) ? uploads[what] : undefined
        if (!upload || !artistSlugSchema.safeParse(slug).success)
          throw new AppError('not-found', 'Unknown artist or upload type.')
        const actor = request.owner?.email ?? ''
        const back = `/admin/content/artist/${slug}`
        const isForm = request.headers.accept?.startsWith('text/html') ?? false
        const incoming = `incoming/${randomUUID()}`
        try {
          const { path = '' } = await receiveFile(request, storage, incoming, upload.mostBytes)
          const kept = await upload.keep(storage, slug, incoming, readRecording).catch(tellFullDisk)
          await onKept({ slug, actor, detail: `${what} ${kept.file}` })
          const value = what === 'image' ? artistMediaPath(slug, kept.file) : kept.file
          if (!isForm) return { success: true, value, durationSeconds: kept.durationSeconds, warning: kept.warning }
          const length = { path: path.replace(/file$/, 'durationSeconds'), value: kept.durationSeconds }
          await fillDraft({
            slug,
            actor,
            values: [{ path, value }, ...(kept.durationSeconds === undefined ? [] : [length])],
          })
          return reply.redirect(`${back}?done=${kept.warning ? 'sent-damaged' : 'sent'}`, 303)
        } catch (error) {
          if (isForm && isAppError(error))
            return reply.redirect(`${back}?refused=${encodeURIComponent(error.message)}`, 303)
          throw error
        } finally {
          await storage.delete(incoming)
        }
      },
    )
  }
}
