import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withReceivedFile } from '#platform/form-parts.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import { sendAnalysis } from '#platform/recordings/send-analysis.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { slugSchema } from '#shared/contract.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { translateError } from '#shared/messages.ts'
import type { BooksAdminService } from '#features/books/admin.ts'
import {
  bookImportPath,
  bookUploadPath,
  draftPagePath,
  draftRecordingPath,
  draftWaveformPath,
  maxCoverBytes,
  maxNarrationBytes,
  maxPdfBytes,
} from '#features/books/constants.ts'
import { findAnalysis } from '../find-analysis.ts'
import { recordingLocation } from '../recordings.ts'
import { sendRecording } from '../send-recording.ts'

type Options = { admin: BooksAdminService; storage: Storage; contentDir: string; analyseRecording: AnalyseRecording }
type Patch = Parameters<BooksAdminService['patchDraft']>[1]
type Recorded = { Params: { bookId: string; file: string } }
type Upload = {
  maxBytes: number
  save(bookId: string, file: ReceivedFile, actor: string, place: string): Promise<Patch>
}

/**
 * Uploads for a book, multipart with one `file`, streamed to disk and checked before they are stored; and the pages
 * of unpublished PDFs.
 *
 * Scripts receive the result as JSON. Plain form posts are redirected to the editor, with the file in the draft; for
 * a recording they also send `place`: the number of a chapter from 0, or `preview`.
 */
export function bookUploadRoutes({ admin, storage, contentDir, analyseRecording }: Options) {
  const uploads: Record<'pdf' | 'cover' | 'narration', Upload> = {
    pdf: {
      maxBytes: maxPdfBytes,
      save: async (id, { path }, actor) => ({ pdf: await admin.importPdf(id, path, actor) }),
    },
    cover: {
      maxBytes: maxCoverBytes,
      save: async (id, { path }, actor) => ({ cover: await admin.importCover(id, path, actor) }),
    },
    narration: {
      maxBytes: maxNarrationBytes,
      save: async (id, file, actor, place) => ({
        recording: {
          ...(await admin.importRecording(id, file, actor)),
          place: place === 'preview' ? 'preview' : Number(place),
        },
      }),
    },
  }
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
    for (const what of ['pdf', 'cover', 'narration'] as const) {
      const { maxBytes, save } = uploads[what]
      app.post<{ Params: { bookId: string } }>(bookUploadPath(':bookId', what), async (request, reply) => {
        const bookId = slugSchema.parse(request.params.bookId)
        const isForm = request.headers.accept?.startsWith('text/html') ?? false
        const back = `/admin/books/${bookId}`
        try {
          const patch = await withReceivedFile(request, storage, maxBytes, (file, { place = 'preview' }) =>
            save(bookId, file, request.owner?.email ?? '', place),
          )
          if (!isForm) return { success: true, ...patch.pdf, ...patch.cover, ...patch.recording }
          await admin.patchDraft(bookId, patch)
          const isDamaged = patch.recording?.warning !== undefined
          return reply.redirect(`${back}?done=${what}${isDamaged ? '-damaged' : ''}`, 303)
        } catch (error) {
          if (isForm && isAppError(error))
            return reply.redirect(
              `${back}?refused=${encodeURIComponent(translateError(request.server.texts.translator('en'), error))}`,
              303,
            )
          throw error
        }
      })
    }

    app.post(bookImportPath, async (request, reply) => {
      const isForm = request.headers.accept?.startsWith('text/html') ?? false
      const imported = await withReceivedFile(request, storage, maxPdfBytes, ({ path }, { name = '' }) =>
        admin.importBook(path, name, request.owner?.email ?? ''),
      )
      return isForm ? reply.redirect(`/admin/books/${imported.id}`, 303) : { success: true, ...imported }
    })

    app.get<Recorded>(draftRecordingPath(':bookId', ':file'), async (request, reply) => {
      const { bookId, file } = requireParams(request)
      return sendRecording(request, reply, recordingLocation(contentDir, bookId, file), { storage, isFree: false })
    })

    app.get<Recorded>(draftWaveformPath(':bookId', ':file'), async (request, reply) => {
      const { bookId, file } = requireParams(request)
      const outcome = await findAnalysis({ contentDir, storage, analyseRecording }, bookId, file)
      return sendAnalysis(request, reply, outcome, 'waveform', 'private, no-store')
    })

    app.get<{ Params: { bookId: string; edition: string; page: string } }>(
      draftPagePath(':bookId', ':edition', ':page'),
      async (request, reply) => {
        const { bookId, edition, page } = request.params
        if (!/^[0-9a-f]{16}$/.test(edition) || !/^[1-9]\d{0,4}$/.test(page))
          throw new AppError('not-found', 'Page not found.')
        const image = await admin.draftPage(slugSchema.parse(bookId), edition, Number(page))
        return reply.header('cache-control', 'private, max-age=3600').type('image/webp').send(image)
      },
    )
  }
}

function requireParams({ params }: FastifyRequest<Recorded>): Recorded['Params'] {
  const isNamed = /^[a-z0-9-]{1,80}\.mp3$/.test(params.file) && slugSchema.safeParse(params.bookId).success
  if (!isNamed) throw new AppError('not-found', 'Recording not found.')
  return params
}
