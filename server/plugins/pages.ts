import { METHODS } from 'node:http'
import { parseCookie, stringifyCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { AppError } from '#shared/errors.ts'
import type { Services } from '#shared/services.ts'
import { addressFor } from '../local-request.ts'
import { isCacheable, type CachedPage, type PageCache, type UncachedPage, preparePage } from '../page-cache.ts'
import { RenderQueue } from '../render-queue.ts'
import type { SitePages } from '../site-pages.ts'
import { clientAddressHeader } from '#shared/client-address.ts'
import { sendCachedPage } from './cached-pages.ts'
import { toAppError } from './errors.ts'
import {
  contentSecurityPolicy,
  inlineScriptHashes,
  type OutsideOrigins,
  permissionsPolicy,
} from './security-headers.ts'

/** The built pages; `entry.server` adds what carries our services into them, and what went wrong out of them. */
export type PageBuild = ServerBuild & {
  entry: {
    module: {
      createPageContext(services: Services): RouterContextProvider
      failureOf(context: RouterContextProvider): { error: unknown } | undefined
    }
  }
}

type PagesOptions = {
  /** Asked for at every request; only a development server answers with a new build each time. */
  build: () => PageBuild | Promise<PageBuild>
  services: Services
  /** What the pages of the build say about themselves. */
  sitePages: () => Promise<SitePages>
  cache: PageCache
  /** Asked for at every rendering: the owner may have changed it. */
  outside: () => OutsideOrigins
  /** Development pages carry scripts we do not make, and change at every save. */
  isDevelopment?: boolean
  maxFormBytes?: number
}

/**
 * Browsers ask each time whether the page changed; a proxy in front answers by itself for one second, which is how late
 * a change may be seen through it.
 */
const publicCacheControl = 'public, max-age=0, s-maxage=1, must-revalidate'

const takenMethods = ['GET', 'HEAD', 'POST']
const formType = 'application/x-www-form-urlencoded'

/** Every page of the site, rendered by React Router; what is public is rendered once and sent from memory. */
export async function pages(
  app: FastifyInstance,
  { build, services, sitePages, cache, outside, isDevelopment = false, maxFormBytes = 64 * 1024 }: PagesOptions,
) {
  // Of what is there for some only, a browser without a cookie of ours has none.
  const keyFor = async (request: FastifyRequest, url: URL) =>
    (await sitePages()).keyOf(url, cookiesFor(url.pathname, request.headers.cookie) !== '')
  const gate = new RenderQueue()
  let handler: { of: PageBuild; handle: ReturnType<typeof createRequestHandler> } | undefined

  // Forms reach the page's action as they were sent; React Router reads them itself. What is no form would only make it
  // fail.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, body),
  )

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = addressFor(request, addressOf(request.url, services.site.origin))
    const moved = request.method === 'POST' ? undefined : (await sitePages()).redirectOf(url)
    if (moved) return reply.redirect(moved, 301)
    const key = request.method === 'POST' || isDevelopment ? undefined : await keyFor(request, url)
    if (key === undefined) return send(await gate.run(() => render(request, url)), request, reply)
    const canonical = new URL(key, services.site.origin)
    return send(
      cache.find(key) ?? (await cache.get(key, () => gate.run(() => render(request, canonical, true)))),
      request,
      reply,
    )
  }
  app.route({ method: ['GET', 'POST'], url: '/*', exposeHeadRoute: true, compress: {}, handler: answer })

  // The owner edits whole documents in one form; a text that is too long is then told at its field and not lost.
  await app.register(async (desk: FastifyInstance) => {
    desk.removeAllContentTypeParsers()
    desk.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: 8 * maxFormBytes }, (_request, body, done) =>
      done(null, body),
    )
    desk.post('/admin/*', { compress: {} }, answer)
  })

  // Before the body is read. The router must know a method to refuse it as one: those it does not know would be 404.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    method: METHODS.filter((method) => !takenMethods.includes(method) && method !== 'CONNECT'),
    url: '/*',
    onRequest: async (_request, reply) => {
      reply.header('allow', takenMethods.join(', '))
      throw new AppError('method-not-allowed', 'Pages support only GET, HEAD and POST requests.')
    },
    handler: () => undefined,
  })

  async function render(request: FastifyRequest, url: URL, isToKeep = false): Promise<CachedPage | UncachedPage> {
    const current = await build()
    if (handler?.of !== current)
      handler = { of: current, handle: createRequestHandler(current, isDevelopment ? 'development' : 'production') }
    const { createPageContext, failureOf } = current.entry.module
    const context = createPageContext(services)
    const isOwn = !isToKeep && (await keyFor(request, url)) === undefined
    const response = await handler.handle(toWebRequest(request, url, isOwn, services.site.isProduction), context)
    const headers = Object.fromEntries(response.headers)
    const failure = response.status === 500 ? failureOf(context) : undefined
    const refusal = failure && toAppError(failure.error)
    if (failure && refusal && refusal.status >= 500) request.log.error({ err: failure.error }, 'page render failed')
    if (refusal?.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
    // A page that broke says 500 by itself; what we foresaw has a status of its own.
    const status = refusal?.status ?? response.status
    const isHtml = (headers['content-type']?.startsWith('text/html') ?? false) && !isDevelopment
    const body = isHtml ? await response.text() : Buffer.from(await response.arrayBuffer())
    if (typeof body === 'string') {
      const origins = outside()
      headers['content-security-policy'] = contentSecurityPolicy(origins, inlineScriptHashes(body))
      headers['permissions-policy'] = permissionsPolicy(origins)
    }
    const isPublic = request.method !== 'POST' && response.status === 200 && !isOwn
    headers['cache-control'] = isPublic ? publicCacheControl : 'no-store'
    if (isToKeep && isCacheable(status)) return preparePage(status, headers, Buffer.from(body))
    return { status, headers, body: Buffer.from(body) }
  }
}

// Joined, not resolved: `//evil.example/` is a path of ours, never another host. Absolute addresses belong to proxies,
// which we are not.
function addressOf(target: string, origin: string): URL {
  if (!target.startsWith('/') || !URL.canParse(origin + target))
    throw new AppError('invalid-input', 'The URL is not valid.')
  return new URL(origin + target)
}

// The render of a public page never sees the visitor's headers: a kept page must not depend on who asked first.
// A page made for the one who asks gets our own cookie, and nothing else.
function toWebRequest(request: FastifyRequest, url: URL, isOwn: boolean, isProduction: boolean): Request {
  const ownCookies = isOwn ? cookiesFor(url.pathname, request.headers.cookie) : ''
  const cookie: Record<string, string> = ownCookies ? { cookie: ownCookies } : {}
  if (request.method !== 'POST') return new Request(url, { headers: cookie })
  const own = new URL(url)
  // Without a public origin, a form posted to another name of this machine (from a phone in the same network) is still
  // posted to us.
  if (!isProduction && request.headers.host) own.host = request.headers.host
  const headers = new Headers({
    ...cookie,
    [clientAddressHeader]: request.ip,
    'content-type': 'application/x-www-form-urlencoded',
  })
  // The agent tells the owner's sessions apart.
  for (const name of [
    'content-type',
    'origin',
    'sec-fetch-site',
    ...(isDeskPage(url.pathname) ? ['user-agent'] : []),
  ]) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(own, { method: 'POST', headers, body: new Uint8Array(request.body as Buffer) })
}

// Whatever else lies on this host is none of our pages' business, and the owner's session is none of any page's but the
// desk's.
function cookiesFor(pathname: string, header = ''): string {
  const names = [
    '__Host-swade-shelf',
    'swade-shelf',
    ...(isDeskPage(pathname) ? ['__Host-swade-owner', 'swade-owner'] : []),
  ]
  const cookies = parseCookie(header)
  return stringifyCookie(Object.fromEntries(names.flatMap((name) => (name in cookies ? [[name, cookies[name]]] : []))))
}

function isDeskPage(pathname: string): boolean {
  return /^\/(admin(\/|\.data$|$)|newsletter-admin(\/|\.data)?$)/i.test(pathname)
}

function send(page: CachedPage | UncachedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return 'bodies' in page
    ? sendCachedPage(page, request, reply)
    : reply.code(page.status).headers(page.headers).send(page.body)
}
