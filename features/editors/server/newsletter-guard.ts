import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ownOriginsOf, sourceOf } from '#platform/admin/own-origins.ts'
import { isRoleAtLeast } from '#shared/admin-role.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest, isSameOriginRequest } from '#shared/request-origin.ts'
import type { AdminAccess, Editor } from './editor.ts'

const fences = ['/api/newsletter/admin', '/api/newsletter/auth']

/** The one call of somebody who is not signed in yet. */
const open = new Set(['POST /api/newsletter/auth/login'])

const safeMethods = new Set(['GET', 'HEAD'])

type GuardOptions = { access: AdminAccess; origin: string; isProduction: boolean }

/**
 * Stands before every call of the newsletter's admin: deny by default. A route beneath the fence names the role it asks
 * for where it is registered (`config: { role }`), and a route that names none stops the start. A token says who calls;
 * without one, the owner's session does.
 */
export const newsletterGuard = fastifyPlugin(async (app: FastifyInstance, { access, ...site }: GuardOptions) => {
  const isForeign = (request: FastifyRequest, editor: Editor | undefined) => {
    const [source, isSafe] = [sourceOf(request), safeMethods.has(request.method)]
    // Browsers send a cookie by themselves, wherever the page stands that makes them call.
    if (editor?.isOwner)
      return isSafe ? isCrossSiteRequest(source) : !isSameOriginRequest(source, ownOriginsOf(request, site))
    // A page of ours names its origin; a program that holds a token comes from no page.
    return !isSafe && source.origin != null && !ownOriginsOf(request, site).includes(source.origin)
  }

  app.decorateRequest('editor', null as unknown as Editor)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!isWithin(url) || config?.role) return
    if ([method].flat().every((one) => open.has(`${one} ${url}`))) return
    throw new Error(`${[method].flat().join(', ')} ${url} is a newsletter admin route without a role`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions
    if (!isWithin(url ?? '') && !isWithin(request.url)) return
    reply.header('cache-control', 'no-store')
    let editor: Editor | undefined
    if (!open.has(`${request.method} ${url}`)) {
      const { authorization, cookie } = request.headers
      editor = await (authorization === undefined ? access.ownerOf(cookie) : access.editorOf(authorization))
      if (!editor) throw new AppError('unauthenticated', 'Authentication required')
      if (isWithin(url ?? '') && !isRoleAtLeast(editor.role, config.role ?? 'super_admin')) {
        throw new AppError('forbidden', `Your role (${editor.role}) does not allow this. It requires ${config.role}.`)
      }
      request.editor = editor
    }
    if (isForeign(request, editor)) throw new AppError('forbidden', 'This request was not sent from this site.')
    if (safeMethods.has(request.method)) return
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    const taken = config?.takes ?? 'application/json'
    if (type !== undefined && type !== taken)
      throw new AppError('unsupported-media-type', `This endpoint accepts ${taken}.`)
  })
})

// By the route that answers, whatever spelling led there, and by the address, so that what has no route is refused too.
function isWithin(path: string): boolean {
  return fences.some((fence) => path === fence || path.startsWith(`${fence}/`) || path.startsWith(`${fence}?`))
}
