import { randomUUID } from 'node:crypto'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { receiveFile } from '#platform/form-parts.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import { sendAnalysis } from '#platform/recordings/send-analysis.ts'
import { tellFullDisk } from '#platform/storage/full-disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { slugSchema } from '#shared/contract.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { BooksDeskService } from '#features/books/admin.ts'
import {
  bookUploadPath,
  draftPagePath,
  draftRecordingPath,
  draftWaveformPath,
  mostCoverBytes,
  mostNarrationBytes,
  mostPdfBytes,
} from '#features/books/constants.ts'
import { findAnalysis } from '../find-analysis.ts'
import { recordingPlace } from '../recordings.ts'
import { sendRecording } from '../send-recording.ts'

type Options = { desk: BooksDeskService; storage: Storage; contentDir: string; analyseRecording: AnalyseRecording }
type Patch = Parameters<BooksDeskService['patchDraft']>[1]
type Recorded = { Params: { bookId: string; file: string } }
type Upload = { mostBytes: number; take(bookId: string, path: string, actor: string, place: string): Promise<Patch> }

/**
 * Files for a book, multipart with one `file`, streamed to disk and looked at before anything is kept; and the pages of
 * a PDF that is not shown yet.
 *
 * A script gets what was made of the file and puts it into the form it is filling in. A plain form is led back to the
 * editor, with the file in the draft; for a recording it also sends `place`: the number of a chapter from 0, or
 * `preview`.
 */
export function bookUploadRoutes({ desk, storage, contentDir, analyseRecording }: Options) {
  const uploads: Record<'pdf' | 'cover' | 'narration', Upload> = {
    pdf: { mostBytes: mostPdfBytes, take: async (id, path, actor) => ({ pdf: await desk.takePdf(id, path, actor) }) },
    cover: {
      mostBytes: mostCoverBytes,
      take: async (id, path, actor) => ({ cover: await desk.takeCover(id, path, actor) }),
    },
    narration: {
      mostBytes: mostNarrationBytes,
      take: async (id, path, actor, place) => ({
        recording: {
          ...(await desk.takeRecording(id, path, actor)),
          place: place === 'preview' ? 'preview' : Number(place),
        },
      }),
    },
  }
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
    for (const what of ['pdf', 'cover', 'narration'] as const) {
      const { mostBytes, take } = uploads[what]
      app.post<{ Params: { bookId: string } }>(bookUploadPath(':bookId', what), async (request, reply) => {
        const bookId = slugSchema.parse(request.params.bookId)
        const isForm = request.headers.accept?.startsWith('text/html') ?? false
        const back = `/admin/books/${bookId}`
        const incoming = `incoming/${randomUUID()}`
        try {
          const { place = 'preview' } = await receiveFile(request, storage, incoming, mostBytes)
          const patch = await take(bookId, storage.localPath(incoming), request.owner?.email ?? '', place).catch(
            tellFullDisk,
          )
          if (!isForm) return { success: true, ...patch.pdf, ...patch.cover, ...patch.recording }
          await desk.patchDraft(bookId, patch)
          const isDamaged = patch.recording?.warning !== undefined
          return reply.redirect(`${back}?done=${what}${isDamaged ? '-damaged' : ''}`, 303)
        } catch (error) {
          if (isForm && isAppError(error))
            return reply.redirect(`${back}?refused=${encodeURIComponent(error.message)}`, 303)
          throw error
        } finally {
          await storage.delete(incoming)
        }
      })
    }

    app.get<Recorded>(draftRecordingPath(':bookId', ':file'), async (request, reply) => {
      const { bookId, file } = named(request)
      return sendRecording(request, reply, recordingPlace(contentDir, bookId, file), { storage, isFree: false })
    })

    app.get<Recorded>(draftWaveformPath(':bookId', ':file'), async (request, reply) => {
      const { bookId, file } = named(request)
      const outcome = await findAnalysis({ contentDir, storage, analyseRecording }, bookId, file)
      return sendAnalysis(request, reply, outcome, 'waveform', 'private, no-store')
    })

    app.get<{ Params: { bookId: string; edition: string; page: string } }>(
      draftPagePath(':bookId', ':edition', ':page'),
      async (request, reply) => {
        const { bookId, edition, page } = request.params
        if (!/^[0-9a-f]{16}$/.test(edition) || !/^[1-9]\d{0,4}$/.test(page))
          throw new AppError('not-found', 'Page not found.')
        const image = await desk.draftPage(slugSchema.parse(bookId), edition, Number(page))
        return reply.header('cache-control', 'private, max-age=3600').type('image/webp').send(image)
      },
    )
  }
}

function named({ params }: FastifyRequest<Recorded>): Recorded['Params'] {
  const isNamed = /^[a-z0-9-]{1,80}\.mp3$/.test(params.file) && slugSchema.safeParse(params.bookId).success
  if (!isNamed) throw new AppError('not-found', 'Recording not found.')
  return params
}
