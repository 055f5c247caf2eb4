import type { FastifyInstance } from 'fastify'
import { pdfDownloadPath } from '#features/reader/paths.ts'
import type { BookPdfs } from './book-pdf.ts'
import { sendPdf } from './send-pdf.ts'

/** `GET /api/books/{bookId}/pdf`: the book's PDF as this visitor may have it, with ranges. */
export function downloadRoutes({ pdfs }: { pdfs: BookPdfs }) {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { bookId: string } }>(pdfDownloadPath(':bookId'), async (request, reply) =>
      sendPdf(request, reply, await pdfs.get(request.headers.cookie, request.params.bookId), 'attachment'),
    )
  }
}
