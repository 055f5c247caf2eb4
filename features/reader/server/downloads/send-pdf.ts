import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged, requestedRange } from '#platform/requested-range.ts'
import type { BookPdf } from './book-pdf.ts'

/** True if the PDF is saved as a file or displayed by the client. */
type Disposition = 'attachment' | 'inline'

/**
 * Sends a PDF: whole, one range of it, or 304 if the client has it.
 *
 * @throws AppError `range-not-satisfiable` for a range beyond its end.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-conditional-requests
 */
export async function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  pdf: BookPdf,
  disposition: Disposition,
): Promise<FastifyReply> {
  const { file, fileName, totalPages, cacheControl, isPersonal } = pdf
  reply.header('etag', file.etag).header('cache-control', cacheControl).header('x-total-pages', totalPages)
  if (isPersonal) reply.header('vary', 'Cookie')
  if (isUnchanged(request, file.etag)) return reply.code(304).send()
  const part = requestedRange(request, file)
  const length = part ? part.end - part.start + 1 : file.bytes
  reply
    .type('application/pdf')
    .header('content-disposition', `${disposition}; filename="${fileName}"`)
    .header('accept-ranges', 'bytes')
    .header('content-length', length)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
  // The length is known, so HEAD does not open a file.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.open(part))
}
