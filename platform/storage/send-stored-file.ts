import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Storage } from './storage.ts'

/**
 * Sends a stored file: all of it, the requested range, or 304 when the client has it.
 *
 * @param file `tag` identifies the bytes, for an entity tag; `type` overrides the stored content type.
 * @throws AppError `not-found`; `range-not-satisfiable` for a range beyond its end.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: { key: string; tag: string; type: string; cacheControl: string },
): Promise<FastifyReply> {
  const facts = await storage.stat(file.key)
  if (!facts) throw new AppError('not-found', { key: 'site.errors.file' })
  const { bytes } = facts
  const etag = `"${file.tag}"`
  reply.header('etag', etag).header('cache-control', file.cacheControl).header('accept-ranges', 'bytes')
  const knownTags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (knownTags?.includes(etag) || knownTags?.includes('*')) return reply.code(304).send()
  const range = requestedRange(request, bytes, etag)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  reply.type(file.type).header('content-length', range ? range.end - range.start + 1 : bytes)
  // HEAD sends the length without opening the file.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.open(file.key, range ?? {}))
}

/** Parses the requested range. Multiple or invalid ranges are answered with the whole file, as the standard allows. */
function requestedRange(
  { method, headers }: FastifyRequest,
  bytes: number,
  etag: string,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '')
  if (method !== 'GET' || !match || (match[1] === '' && match[2] === '')) return undefined
  // A range of another version of the file is useless.
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
