import type { FastifyInstance } from 'fastify'
// Brings the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { BooksService } from '#features/books/contract.ts'

/**
 * The download of a book: `/media/books/{id}.pdf`.
 *
 * The question of price comes before any file is opened, so HEAD, ranges and conditional requests meet the same answer.
 */
export function bookRoutes({ books, contentDir }: { books: BooksService; contentDir: string }) {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { file: string } }>('/media/books/:file', (request, reply) => {
      const id = /^(.+)\.pdf$/.exec(request.params.file)?.[1]
      const book = id ? books.find(id) : undefined
      if (!book) throw new AppError('not-found', 'There is no such book.')
      if (!book.isFree) throw new AppError('payment-required', `${book.title} is not a free book.`)
      reply.header('content-disposition', `attachment; filename="${book.id}.pdf"`)
      return reply.sendFile('book.pdf', join(contentDir, 'books', book.id), { maxAge: '1h' })
    })
  }
}
