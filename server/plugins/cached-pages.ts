import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import fresh from 'fresh'
import { languageCookie } from '#platform/preferred-locale.ts'
import type { CachedPage, PageCache } from '../page-cache.ts'

/** Encodings in our order of preference. */
const encodings: (keyof CachedPage['bodies'])[] = ['br', 'gzip', 'identity']

/**
 * Sends cached public pages before any hook or handler of a feature runs. Only the plain path of a page is looked up;
 * the page handler processes search parameters and other spellings.
 */
export const cachedPages = fastifyPlugin(async (app: FastifyInstance, { cache }: { cache: PageCache }) => {
  app.addHook('onRequest', (request, reply, done) => {
    const page = request.method === 'GET' ? cache.find(request.url) : undefined
    if (page) void sendCachedPage(page, request, reply)
    else done()
  })
})

/**
 * Sends a cached page in the best accepted encoding, or 304 when the client has it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function sendCachedPage(
  { status, headers, etag, bodies, route }: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.pageRoute = route
  reply.code(status).headers(headers)
  // A shared cache must not hand the choice of one visitor to others.
  if (request.headers.cookie?.includes(`${languageCookie}=`)) reply.header('cache-control', 'private, no-cache')
  if (headers['cache-control'] !== 'no-store') {
    reply.header('etag', etag)
    // Only this header: `no-cache` addresses intermediate caches, and `fetch` requests with an etag send it, too.
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send()
  }
  const encoding = (negotiate(request.headers['accept-encoding'] ?? '', encodings) ??
    'identity') as keyof CachedPage['bodies']
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}
