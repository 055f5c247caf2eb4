import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Storage } from './storage.ts'

/**
 * Answers with a stored file: whole, or the one part that was asked for, or that the asker has it already.
 *
 * @param file `tag` names these very bytes, for an entity tag; `type` is what the file is sent as, whatever was said
 *   when it was stored.
 * @throws AppError `not-found`; `range-not-satisfiable` for a part beyond its end.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: { key: string; tag: string; type: string; cacheControl: string },
): Promise<FastifyReply> {
  const facts = await storage.stat(file.key)
  if (!facts) throw new AppError('not-found', 'File not found.')
  const { bytes } = facts
  const etag = `"${file.tag}"`
  reply.header('etag', etag).header('cache-control', file.cacheControl).header('accept-ranges', 'bytes')
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (held?.includes(etag) || held?.includes('*')) return reply.code(304).send()
  const part = partAsked(request, bytes, etag)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${bytes}`)
  reply.type(file.type).header('content-length', part ? part.end - part.start + 1 : bytes)
  // The length is told above; nothing is opened for it.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.open(file.key, part ?? {}))
}

/**
 * The one part asked for. Several at once, and what cannot be read, are answered with the whole, as the standard
 * allows.
 */
function partAsked(
  { method, headers }: FastifyRequest,
  bytes: number,
  etag: string,
): { start: number; end: number } | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '')
  if (method !== 'GET' || !asked || (asked[1] === '' && asked[2] === '')) return undefined
  // Of another file than this one, a part is of no use.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const [from, to] = [asked[1], asked[2]].map((digits) => (digits === '' ? undefined : Number(digits)))
  if (from !== undefined && to !== undefined && to < from) return undefined
  const start = from ?? Math.max(0, bytes - to!)
  const end = from === undefined ? bytes - 1 : Math.min(to ?? bytes - 1, bytes - 1)
  if (start > end || start >= bytes) {
    const refusal = new AppError('range-not-satisfiable', 'The requested range is beyond the end of the file.')
    throw Object.assign(refusal, { headers: { 'Content-Range': `bytes */${bytes}` } })
  }
  return { start, end }
}
