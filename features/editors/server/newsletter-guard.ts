import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ownOriginsOf, sourceOf } from '#platform/admin/own-origins.ts'
import { hasRole } from '#shared/admin-role.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest, isSameOriginRequest } from '#shared/request-origin.ts'
import type { AdminAccess, Editor } from './editor.ts'

const guardedPaths = ['/api/newsletter/admin', '/api/newsletter/auth']

/** Routes that need no session. */
const publicRoutes = new Set([
  'POST /api/newsletter/auth/login',
  'POST /api/newsletter/auth/second-step',
  'POST /api/newsletter/auth/second-step/passkey',
])

const safeMethods = new Set(['GET', 'HEAD'])

type GuardOptions = { access: AdminAccess; origin: string; isProduction: boolean }

/**
 * Plugin that protects all routes of the newsletter admin. A route names its minimum role where it is registered
 * (`config: { role }`); without one, the site does not start. A bearer token identifies the caller; without a token,
 * the owner's session does.
 */
export const newsletterGuard = fastifyPlugin(async (app: FastifyInstance, { access, ...site }: GuardOptions) => {
  const isCrossSite = (request: FastifyRequest, editor: Editor | undefined) => {
    const [source, isSafe] = [sourceOf(request), safeMethods.has(request.method)]
    // Browsers send cookies with requests from any site.
    if (editor?.isOwner)
      return isSafe ? isCrossSiteRequest(source) : !isSameOriginRequest(source, ownOriginsOf(request, site))
    // Our pages send their origin; programs with a token send none.
    return !isSafe && source.origin != null && !ownOriginsOf(request, site).includes(source.origin)
  }

  app.decorateRequest('editor', null as unknown as Editor)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!isWithin(url) || config?.role) return
    if ([method].flat().every((one) => publicRoutes.has(`${one} ${url}`))) return
    throw new Error(`${[method].flat().join(', ')} ${url} is a newsletter admin route without a role`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions
    if (!isWithin(url ?? '') && !isWithin(request.url)) return
    reply.header('cache-control', 'no-store')
    let editor: Editor | undefined
    if (!publicRoutes.has(`${request.method} ${url}`)) {
      const { authorization, cookie } = request.headers
      editor = await (authorization === undefined ? access.ownerOf(cookie) : access.editorOf(authorization))
      if (!editor) throw new AppError('unauthenticated', 'Authentication required')
      if (isWithin(url ?? '') && !hasRole(editor.role, config.role ?? 'super_admin')) {
        throw new AppError(
          'forbidden',
          `Your role (${editor.role}) does not allow this. The ${config.role} role is required.`,
        )
      }
      request.editor = editor
    }
    if (isCrossSite(request, editor)) throw new AppError('forbidden', 'This request was not sent from this site.')
    if (safeMethods.has(request.method)) return
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    const accepted = config?.takes ?? 'application/json'
    if (type !== undefined && type !== accepted)
      throw new AppError('unsupported-media-type', `This endpoint accepts ${accepted}.`)
  })
})

// Checks the matched route, whatever the spelling of the URL, and the URL, so that unknown paths are rejected too.
function isWithin(path: string): boolean {
  return guardedPaths.some((root) => path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`))
}
