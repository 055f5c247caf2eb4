import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { isUnchanged, requestedRange } from '../requested-range.ts'
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
  if (isUnchanged(request, etag)) return reply.code(304).send()
  const range = requestedRange(request, { bytes, etag })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  reply.type(file.type).header('content-length', range ? range.end - range.start + 1 : bytes)
  // HEAD sends the length without opening the file.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.open(file.key, range ?? {}))
}
