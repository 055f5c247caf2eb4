import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
// Imports the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { join } from 'node:path'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import { sendAnalysis } from '#platform/recordings/send-analysis.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { type Book, type BooksService, narrationPath, narrationWaveformPath } from '#features/books/contract.ts'
import { findAnalysis } from './find-analysis.ts'
import { narrationFiles, recordingLocation } from './recordings.ts'
import { sendRecording } from './send-recording.ts'

/** Sends the buyer's own copy of a book; for everyone else, returns undefined without sending anything. */
export type SendPurchased = (
  request: FastifyRequest,
  reply: FastifyReply,
  bookId: string,
) => Promise<FastifyReply | undefined>

/** Returns whether the sender of this cookie may listen to a paid book. */
export type CanListen = (cookie: string | undefined, bookId: string) => Promise<boolean>

type Options = {
  books: BooksService
  contentDir: string
  storage: Storage
  analyseRecording: AnalyseRecording
  sendPurchased: SendPurchased
  canListen: CanListen
}
type Chapter = { Params: { id: string; file: string } }

/**
 * Routes of a book's download, `/media/books/{id}.pdf`, its narration, `/media/books/{id}/{file}`, and its cover.
 *
 * Access is checked before any file is opened, so HEAD, range and conditional requests get the same answer.
 */
export function bookRoutes({ books, contentDir, storage, analyseRecording, sendPurchased, canListen }: Options) {
  const requireFree = (book: Book | undefined) => {
    if (!book) throw new AppError('not-found', { key: 'books.errors.bookNotFound' })
    if (!book.isFree)
      throw new AppError('payment-required', { key: 'books.errors.notFree', values: { title: book.title } })
    return book
  }
  const findNarration = async (request: FastifyRequest<Chapter>) => {
    const { id, file } = request.params
    const listed = books.find(id)
    // A book outside the library is available to its buyers only; for everyone else `canListen` reports not-found.
    const book = listed ?? books.findUnlisted(id)
    const isFree = listed?.isFree ?? false
    if (!book || !narrationFiles(book).includes(file))
      throw new AppError('not-found', { key: 'books.errors.chapterNotFound' })
    if (!isFree && !(await canListen(request.headers.cookie, id))) requireFree(book)
    return { id, file, location: recordingLocation(contentDir, id, file), isFree }
  }

  return async (app: FastifyInstance) => {
    app.get<{ Params: { file: string } }>('/media/books/:file', async (request, reply) => {
      const id = /^(.+)\.pdf$/.exec(request.params.file)?.[1]
      const found = id ? books.find(id) : undefined
      const sold = found?.isFree ? undefined : (found ?? (id ? books.findUnlisted(id) : undefined))
      const bought = sold && (await sendPurchased(request, reply, sold.id))
      if (bought) return bought
      const book = requireFree(found)
      reply.header('content-disposition', `attachment; filename="${book.id}.pdf"`)
      // The reader sends PDFs that the owner uploaded.
      if (book.edition) return reply.redirect(`/api/books/${book.id}/pdf`, 307)
      return reply.sendFile('book.pdf', join(contentDir, 'books', book.id), { maxAge: '1h' })
    })

    app.get<Chapter>(narrationPath(':id', ':file'), async (request, reply) => {
      const { id, file } = request.params
      // Covers are public at all times.
      const coverMatch = /^cover-([0-9a-f]{16})-(\d{3})\.webp$/.exec(file)
      if (coverMatch && (books.find(id) ?? books.findUnlisted(id))) {
        const cacheControl = 'public, max-age=31536000, immutable'
        return sendStoredFile(request, reply, storage, {
          key: `books/${id}/${file}`,
          tag: file,
          type: 'image/webp',
          cacheControl,
        })
      }
      const { location, isFree } = await findNarration(request)
      return sendRecording(request, reply, location, { storage, isFree })
    })

    app.get<Chapter>(narrationWaveformPath(':id', ':file'), async (request, reply) => {
      const { id, file, isFree } = await findNarration(request)
      const outcome = await findAnalysis({ contentDir, storage, analyseRecording }, id, file)
      return sendAnalysis(request, reply, outcome, 'waveform', isFree ? undefined : 'private, no-store')
    })
  }
}
