import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { answerOnce } from '../kept-answer.ts'

/** Answers worth it, in which no secret stands beside what somebody else could have put there. */
const addresses = /^\/api\/(?:reader\/|radio\/now-playing$)/

/** Shorter answers fit into one packet anyway. */
const leastBytes = 1024

/**
 * Compresses long JSON answers of the reader and the radio in the encoding the visitor takes. Such an answer varies by it too, and its
 * name becomes a weak one, because it stands for several encodings.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
 */
export const compressedAnswers = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onSend', async ({ headers: asked, routeOptions }, reply, payload) => {
    if (!addresses.test(routeOptions.url ?? '') || !String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    const plain = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!Buffer.isBuffer(plain) || plain.length < leastBytes) return payload
    const { headers, body } = await answerOnce({ status: reply.statusCode, headers: {}, body: plain }, asked['accept-encoding'])
    const [vary, etag] = [reply.getHeader('vary'), reply.getHeader('etag')]
    reply.headers({ ...headers, vary: [vary, headers['vary']].filter(Boolean).join(', ') })
    if (typeof etag === 'string') reply.header('etag', etag.replace(/^"/, 'W/"'))
    return body
  })
})
