import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import fresh from 'fresh'
import { languageCookie } from '../languages/preferred-locale.ts'
import type { CachedPage, PageCache } from '../page-cache.ts'

/** In the order of our preference, where the visitor has none. */
const encodings: (keyof CachedPage['bodies'])[] = ['br', 'gzip', 'identity']

/**
 * Answers requests for public pages that are already rendered, before any hook or handler of a feature runs. Only the
 * plain address of a page is looked up: search parameters and other spellings are for the handler of all pages.
 */
export const cachedPages = fastifyPlugin(async (app: FastifyInstance, { cache }: { cache: PageCache }) => {
  app.addHook('onRequest', (request, reply, done) => {
    const page = request.method === 'GET' ? cache.find(request.url) : undefined
    if (page) void sendCachedPage(page, request, reply)
    else done()
  })
})

/**
 * Sends a cached page in the best encoding the visitor accepts, or 304 when the visitor has it already.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function sendCachedPage(
  { status, headers, etag, bodies }: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.code(status).headers(headers)
  // A shared cache must not hand the choice of one visitor to others.
  if (request.headers.cookie?.includes(`${languageCookie}=`)) reply.header('cache-control', 'private, no-cache')
  if (headers['cache-control'] !== 'no-store') {
    reply.header('etag', etag)
    // Only this header: `no-cache` is said to caches on the way, and a request of `fetch` that names an etag says it,
    // too.
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send()
  }
  const encoding = (negotiate(request.headers['accept-encoding'] ?? '', encodings) ??
    'identity') as keyof CachedPage['bodies']
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}
