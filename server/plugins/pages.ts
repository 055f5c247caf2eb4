import { METHODS } from 'node:http'
import { parseCookie, stringifyCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { defaultLocale, isLocale, type Locale, localePrefix, splitLocale } from '#shared/locales.ts'
import type { Services } from '#shared/services.ts'
import { addressFor } from '../own-machine.ts'
import { isKeepable, type CachedPage, type PageCache, type UncachedPage, preparePage } from '../page-cache.ts'
import { RenderGate } from '../render-gate.ts'
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
      createPageContext(services: Services, locale: Locale): RouterContextProvider
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
  const keyFor = async (request: FastifyRequest, { locale, url }: LocalizedUrl) => {
    const key = (await sitePages()).keyOf(url, cookiesFor(url.pathname, request.headers.cookie) !== '')
    return key === undefined ? undefined : localePrefix(locale) + key
  }
  const gate = new RenderGate()
  let handlers: { of: PageBuild; byLocale: Map<Locale, ReturnType<typeof createRequestHandler>> } | undefined

  // Forms reach the page's action as they were sent; React Router reads them itself. What is no form would only make it
  // fail.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, body),
  )

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = addressFor(request, addressOf(request.url, services.site.origin))
    const localized = localize(url)
    const { locale } = localized
    if (locale !== defaultLocale && !(await sitePages()).isTranslated(localized.url.pathname)) {
      // Pages that exist in English only have one address.
      if (request.method !== 'POST' && (await sitePages()).isPage(localized.url.pathname))
        return reply.redirect(localized.url.pathname + url.search, 302)
    }
    const moved = request.method === 'POST' ? undefined : (await sitePages()).redirectOf(localized.url)
    if (moved) return reply.redirect(localePrefix(locale) + moved, 301)
    const key = request.method === 'POST' || isDevelopment ? undefined : await keyFor(request, localized)
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
      throw new AppError('method-not-allowed', 'Pages can be read and take forms, nothing else.')
    },
    handler: () => undefined,
  })

  async function render(request: FastifyRequest, url: URL, isToKeep = false): Promise<CachedPage | UncachedPage> {
    const current = await build()
    if (handlers?.of !== current) handlers = { of: current, byLocale: new Map() }
    const localized = localize(url)
    const { locale } = localized
    const mode = isDevelopment ? 'development' : 'production'
    // The prefix of a language is the base of all links of its pages.
    const handle =
      handlers.byLocale.get(locale) ?? createRequestHandler({ ...current, basename: localePrefix(locale) || '/' }, mode)
    handlers.byLocale.set(locale, handle)
    const { createPageContext, failureOf } = current.entry.module
    const context = createPageContext(services, locale)
    const isOwn = !isToKeep && (await keyFor(request, localized)) === undefined
    const response = await handle(toWebRequest(request, url, isOwn, services.site.isProduction), context)
    const headers = Object.fromEntries(response.headers)
    const failure = response.status === 500 ? failureOf(context) : undefined
    const refusal = failure && toAppError(failure.error)
    if (failure && refusal && refusal.status >= 500) request.log.error({ err: failure.error }, 'a page failed')
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
    headers['vary'] = 'Accept-Language'
    if (isToKeep && isKeepable(status)) return preparePage(status, headers, Buffer.from(body))
    return { status, headers, body: Buffer.from(body) }
  }
}

// Joined, not resolved: `//evil.example/` is a path of ours, never another host. Absolute addresses belong to proxies,
// which we are not.
function addressOf(target: string, origin: string): URL {
  if (!target.startsWith('/') || !URL.canParse(origin + target))
    throw new AppError('invalid-input', 'The address is not well formed.')
  return new URL(origin + target)
}

/** An address with its language apart from it. */
type LocalizedUrl = { locale: Locale; url: URL }

function localize(url: URL): LocalizedUrl {
  // The data of a home page: React Router asks for `/es.data` where the English page has `/_.data`.
  const pathname = url.pathname.replace(/^\/(\w+)\.data$/, (all, name) => (isLocale(name) ? `/${name}/_.data` : all))
  const { locale, path } = splitLocale(pathname)
  const plain = new URL(url)
  plain.pathname = path
  return { locale, url: plain }
}

// The render of a public page never sees the visitor's headers: a kept page must not depend on who asked first.
// A page made for the one who asks gets our own cookie, and nothing else.
function toWebRequest(request: FastifyRequest, url: URL, isOwn: boolean, isProduction: boolean): Request {
  const { path } = splitLocale(url.pathname)
  const ownCookies = isOwn ? cookiesFor(path, request.headers.cookie) : ''
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
  for (const name of ['content-type', 'origin', 'sec-fetch-site', ...(isDeskPage(path) ? ['user-agent'] : [])]) {
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
