import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

/** A part of a file, with its first and last byte. */
export type ByteRange = { start: number; end: number }

/**
 * Returns whether the client has a file already. Weak and strong tags are equivalent.
 *
 * @param etag Entity tag in its quotes.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

/**
 * Returns the requested range of a file; undefined for the whole file, which also answers multiple and malformed
 * ranges, as the standard allows.
 *
 * @param file `bytes` is its length, `etag` the strong entity tag in its quotes.
 * @throws AppError `range-not-satisfiable` for a range beyond its end.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export function requestedRange(
  { method, headers }: FastifyRequest,
  { bytes, etag }: { bytes: number; etag: string },
): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '')
  if (method !== 'GET' || !match || (match[1] === '' && match[2] === '')) return undefined
  // A range of another version of the file is useless. Without dates, only the strong tag counts.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const [from, to] = [match[1], match[2]].map((digits) => (digits === '' ? undefined : Number(digits)))
  if (from !== undefined && to !== undefined && to < from) return undefined
  const start = from ?? Math.max(0, bytes - to!)
  const end = from === undefined ? bytes - 1 : Math.min(to ?? bytes - 1, bytes - 1)
  if (start > end || start >= bytes) {
    const error = new AppError('range-not-satisfiable', { key: 'site.errors.range' })
    throw Object.assign(error, { headers: { 'Content-Range': `bytes */${bytes}` } })
  }
  return { start, end }
}
