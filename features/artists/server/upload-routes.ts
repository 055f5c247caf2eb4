import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { withReceivedFile } from '#platform/form-parts.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { translateError } from '#shared/messages.ts'
import { artistMediaPath, artistSlugSchema } from '#features/artists/contract.ts'
import { saveVideo, saveImage, saveTrack, type SavedFile } from './save-upload.ts'

type Options = {
  storage: Storage
  readRecording: ReadRecording
  /** Saves values to the draft of an artist, for browsers without JavaScript. */
  fillDraft(request: { slug: string; actor: string; values: { path: string; value: unknown }[] }): Promise<void>
  /** Writes to the admin's audit log. */
  onSaved(request: { slug: string; actor: string; detail: string }): Promise<void>
}

const megabyte = 1024 * 1024

type SaveUpload = (
  storage: Storage,
  slug: string,
  file: ReceivedFile,
  readRecording: ReadRecording,
) => Promise<SavedFile>

/** Upload types of an artist with their size limits. */
const uploads: Record<string, { maxBytes: number; save: SaveUpload }> = {
  image: { maxBytes: 15 * megabyte, save: (storage, slug, { path }) => saveImage(storage, slug, path, 'portrait') },
  cover: { maxBytes: 15 * megabyte, save: (storage, slug, { path }) => saveImage(storage, slug, path, 'cover') },
  poster: { maxBytes: 15 * megabyte, save: (storage, slug, { path }) => saveImage(storage, slug, path, 'poster') },
  track: { maxBytes: 20 * megabyte, save: saveTrack },
  film: { maxBytes: 200 * megabyte, save: saveVideo },
}

/**
 * Route `POST /api/owner/content/artists/{slug}/{image|cover|poster|track|film}`, multipart with one `file`: streamed
 * to storage under a name derived from its content.
 * Scripts get the file name in the reply; a plain form also sends `path`, its field, and is redirected to the editor
 * with the name in the draft.
 */
export function artistUploadRoutes({ storage, readRecording, fillDraft, onSaved }: Options) {
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
        try {
          const { path, saved } = await withReceivedFile(
            request,
            storage,
            upload.maxBytes,
            async (file, { path: field = '' }) => ({
              path: field,
              saved: await upload.save(storage, slug, file, readRecording),
            }),
          )
          await onSaved({ slug, actor, detail: `${what} ${saved.file}` })
          const value = what === 'image' || what === 'cover' ? artistMediaPath(slug, saved.file) : saved.file
          if (!isForm) return { success: true, value, durationSeconds: saved.durationSeconds, warning: saved.warning }
          const length = { path: path.replace(/file$/, 'durationSeconds'), value: saved.durationSeconds }
          await fillDraft({
            slug,
            actor,
            values: [{ path, value }, ...(saved.durationSeconds === undefined ? [] : [length])],
          })
          return reply.redirect(`${back}?done=${saved.warning ? 'sent-damaged' : 'sent'}`, 303)
        } catch (error) {
          if (isForm && isAppError(error))
            return reply.redirect(
              `${back}?refused=${encodeURIComponent(translateError(request.server.texts.translator('en'), error))}`,
              303,
            )
          throw error
        }
      },
    )
  }
}
