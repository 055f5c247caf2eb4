import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ownOriginsOf, sourceOf } from '#platform/admin/own-origins.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest, isSameOriginRequest } from '#shared/request-origin.ts'
import type { OwnerService, OwnerSession } from '#features/owner/contract.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set on every call beneath `/api/owner/` except the two that sign in. */
    owner: OwnerSession | null
  }
}

const fence = '/api/owner'

/** Calls of somebody who is not signed in yet. */
const open = new Set(['POST /api/owner/codes', 'POST /api/owner/sessions'])

const safeMethods = new Set(['GET', 'HEAD'])

type GuardOptions = { owner: OwnerService; origin: string; isProduction: boolean }

/**
 * Stands before every call of the owner's: deny by default. A route is the owner's by its address alone, so none can be
 * forgotten.
 */
export const ownerGuard = fastifyPlugin(async (app: FastifyInstance, { owner, origin, isProduction }: GuardOptions) => {
  const isForeign = (request: FastifyRequest) => {
    const source = sourceOf(request)
    if (safeMethods.has(request.method)) return isCrossSiteRequest(source)
    return !isSameOriginRequest(source, ownOriginsOf(request, { origin, isProduction }))
  }
  app.decorateRequest('owner', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!isFenced(request)) return
    reply.header('cache-control', 'no-store')
    if (!open.has(`${request.method} ${request.routeOptions.url}`)) {
      const session = await owner.findSession(request.headers.cookie)
      if (!session) throw new AppError('unauthenticated', 'Sign in at /admin to use this endpoint.')
      request.owner = session
    }
    // A link elsewhere would be followed with the cookie, and reading may cost much, such as a backup.
    if (isForeign(request)) throw new AppError('forbidden', 'This request was not sent from this site.')
  })
})

// By the route that answers, whatever spelling led there, and by the address, so that what has no route is refused too.
function isFenced({ routeOptions, url }: FastifyRequest): boolean {
  return [routeOptions.url ?? '', url].some(
    (path) => path === fence || path.startsWith(`${fence}/`) || path.startsWith(`${fence}?`),
  )
}
