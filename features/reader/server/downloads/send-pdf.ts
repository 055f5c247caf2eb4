import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
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
  if (holds(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const part = requestedRange(request, file)
  const length = part ? part.end - part.start + 1 : file.bytes
  reply
    .type('application/pdf')
    .header('content-disposition', `${disposition}; filename="${fileName}"`)
    .header('accept-ranges', 'bytes')
    .header('content-length', length)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
  // The length is known, so HEAD opens no file.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.open(part))
}

/** Returns whether the client has this file. Weak and strong tags are equivalent here. */
function holds(tags: string | undefined, etag: string): boolean {
  const known = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

/** Returns the requested range. Multiple and malformed ranges get the whole file, as the standard allows. */
function requestedRange(
  { method, headers }: FastifyRequest,
  { bytes, etag }: BookPdf['file'],
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '')
  if (method !== 'GET' || !match || (match[1] === '' && match[2] === '')) return undefined
  // A range of another file is useless. There are no dates here, so only the strong tag counts.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const [from, to] = [match[1], match[2]].map((digits) => (digits === '' ? undefined : Number(digits)))
  if (from !== undefined && to !== undefined && to < from) return undefined
  const start = from ?? Math.max(0, bytes - to!)
  const end = from === undefined ? bytes - 1 : Math.min(to ?? bytes - 1, bytes - 1)
  if (start > end || start >= bytes) throw beyondTheEnd(bytes)
  return { start, end }
}

function beyondTheEnd(bytes: number): AppError {
  const refusal = new AppError('range-not-satisfiable', { key: 'reader.errors.rangeBeyondEnd' })
  return Object.assign(refusal, { headers: { 'Content-Range': `bytes */${bytes}` } })
}
