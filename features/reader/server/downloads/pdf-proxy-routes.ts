import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { pdfProxyPath } from '#features/reader/paths.ts'
import type { BookPdfs } from './book-pdf.ts'
import { sendPdf } from './send-pdf.ts'

type Options = {
  /** Returns whether the catalogue has such a book, free or not. */
  isBook(id: string): boolean
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  pdfs: BookPdfs
}

/**
 * `GET /api/pdf/proxy?url=`: the PDF of a book by its catalogue address, for inline display. Uses the same access
 * check as downloads.
 *
 * The address is compared with the catalogue as text and never fetched or resolved; anything that does not match
 * exactly is rejected.
 *
 * @see docs/security.md
 */
export function pdfProxyRoutes({ isBook, origin, pdfs }: Options) {
  const bookAt = (url: string) => {
    const id = /^\/media\/books\/([a-z0-9-]{1,80})\.pdf$/.exec(
      url.startsWith(origin) ? url.slice(origin.length) : url,
    )?.[1]
    return id !== undefined && isBook(id) ? id : undefined
  }
  return async (app: FastifyInstance) => {
    app.get<{ Querystring: { url?: unknown } }>(pdfProxyPath, async (request, reply) => {
      const { url } = request.query
      const bookId = typeof url === 'string' ? bookAt(url) : undefined
      if (!bookId) throw new AppError('invalid-input', { key: 'reader.errors.noBook' })
      return sendPdf(request, reply, await pdfs.get(request.headers.cookie, bookId), 'inline')
    })
  }
}
