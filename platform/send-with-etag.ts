import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/** A text that programs request again and again, such as a feed. */
type RepeatedText = { body: string; type: string; maxAgeSeconds: number }

/**
 * Sends a text with an entity tag, or 304 when the client has it already.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, maxAgeSeconds }: RepeatedText,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag).header('cache-control', `public, max-age=${maxAgeSeconds}`)
  if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send()
  return reply.type(type).send(body)
}
