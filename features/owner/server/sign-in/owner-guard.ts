import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ownOriginsOf, sourceOf } from '#platform/admin/own-origins.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest, isSameOriginRequest } from '#shared/request-origin.ts'
import type { OwnerService, OwnerSession } from '#features/owner/contract.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Session of the owner; set on all routes below `/api/owner/` except those that sign in. */
    owner: OwnerSession | null
  }
}

const guardedPath = '/api/owner'

/** Routes that need no session. */
const publicRoutes = new Set([
  'POST /api/owner/codes',
  'POST /api/owner/sessions',
  'POST /api/owner/passkey-challenges',
  'POST /api/owner/passkey-sessions',
  'POST /api/owner/recovery-sessions',
])

const safeMethods = new Set(['GET', 'HEAD'])

type GuardOptions = { owner: OwnerService; origin: string; isProduction: boolean }

/**
 * Plugin that protects all routes below `/api/owner/`: they require the owner's session and a request from this site.
 * The path alone decides, so no route can be forgotten.
 */
export const ownerGuard = fastifyPlugin(async (app: FastifyInstance, { owner, origin, isProduction }: GuardOptions) => {
  const isCrossSite = (request: FastifyRequest) => {
    const source = sourceOf(request)
    if (safeMethods.has(request.method)) return isCrossSiteRequest(source)
    return !isSameOriginRequest(source, ownOriginsOf(request, { origin, isProduction }))
  }
  app.decorateRequest('owner', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!isGuarded(request)) return
    reply.header('cache-control', 'no-store')
    if (!publicRoutes.has(`${request.method} ${request.routeOptions.url}`)) {
      const session = await owner.findSession(request.headers.cookie)
      if (!session) throw new AppError('unauthenticated', 'Sign in at /admin to use this endpoint.')
      request.owner = session
    }
    // A link on another site would send the cookie, and some reads are expensive, such as a backup.
    if (isCrossSite(request)) throw new AppError('forbidden', 'This request was not sent from this site.')
  })
})

// Checks the matched route, whatever the spelling of the URL, and the URL, so that unknown paths are rejected too.
function isGuarded({ routeOptions, url }: FastifyRequest): boolean {
  return [routeOptions.url ?? '', url].some(
    (path) => path === guardedPath || path.startsWith(`${guardedPath}/`) || path.startsWith(`${guardedPath}?`),
  )
}
