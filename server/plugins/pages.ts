import { METHODS } from 'node:http'
import { parseCookie, stringifyCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { ownOriginsOf, sourceOf } from '#platform/admin/own-origins.ts'
import { policyHash } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { defaultLocale, isLocale, type Locale, localePrefix, splitLocale } from '#shared/locales.ts'
import { isOwnForm } from '#shared/request-origin.ts'
import type { Services } from '#shared/services.ts'
import { addressFor, isDeveloperPage, type LocalPages } from '../local-request.ts'
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

/** The built pages; `entry.server` adds the service context and the rendering error. */
export type PageBuild = ServerBuild & {
  entry: {
    module: {
      createPageContext(services: Services, locale: Locale): RouterContextProvider
      failureOf(context: RouterContextProvider): { error: unknown } | undefined
      /** Style sheets of all areas: a page contains one of them, and navigation replaces it. */
      areaSheets?: Readonly<Record<string, string>>
    }
  }
}

type PagesOptions = {
  /** Called for every request; only a development server returns new builds. */
  build: () => PageBuild | Promise<PageBuild>
  services: Services
  /** Metadata of the pages in the build. */
  sitePages: () => Promise<SitePages>
  cache: PageCache
  /** Called for every rendering, since the owner may change it. */
  outside: () => OutsideOrigins
  /** True if pages contain development scripts and change at every save. */
  isDevelopment?: boolean
  maxFormBytes?: number
  /** Pages that exist for requests from this machine only. */
  localPages?: LocalPages
}

/** Browsers revalidate pages every time; a proxy may serve a page for one second without revalidation. */
const publicCacheControl = 'public, max-age=0, s-maxage=1, must-revalidate'

const allowedMethods = ['GET', 'HEAD', 'POST']
const formType = 'application/x-www-form-urlencoded'

/** Renders pages with React Router; public pages are rendered once and cached. */
export async function pages(
  app: FastifyInstance,
  {
    build,
    services,
    sitePages,
    cache,
    outside,
    isDevelopment = false,
    maxFormBytes = 64 * 1024,
    localPages = ['dev'],
  }: PagesOptions,
) {
  // Restricted pages do not exist for browsers without our cookies.
  const keyFor = async (request: FastifyRequest, { locale, url }: LocalizedUrl) => {
    const key = (await sitePages()).keyOf(url, cookiesFor(url.pathname, request.headers.cookie) !== '')
    return key === undefined ? undefined : localePrefix(locale) + key
  }
  const renderQueue = new RenderQueue()
  let handlers: { of: PageBuild; byLocale: Map<Locale, ReturnType<typeof createRequestHandler>> } | undefined

  // Forms reach the page's action unparsed; React Router parses them and fails on other content types.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, body),
  )

  const handlePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = addressFor(request, addressOf(request.url, services.site.origin), localPages)
    const localized = localize(url)
    const { locale } = localized
    if (request.method === 'POST' && (await sitePages()).takesOwnFormsOnly(localized.url.pathname))
      requireOwnForm(request, services.site)
    if (locale !== defaultLocale && !(await sitePages()).isTranslated(localized.url.pathname)) {
      // Pages that exist in English only have one address, also those for unknown addresses of the admins.
      const isEnglish =
        (await sitePages()).isPage(localized.url.pathname) ||
        (await sitePages()).routeOf(localized.url).endsWith('admin/*')
      if (request.method !== 'POST' && isEnglish) return reply.redirect(localized.url.pathname + url.search, 302)
    }
    const redirect = request.method === 'POST' ? undefined : (await sitePages()).redirectOf(localized.url)
    if (redirect) return reply.redirect(localePrefix(locale) + redirect, 301)
    const key = request.method === 'POST' || isDevelopment ? undefined : await keyFor(request, localized)
    if (key === undefined) return send(await renderQueue.run(() => render(request, url)), request, reply)
    const canonical = new URL(key, services.site.origin)
    return send(
      cache.find(key) ?? (await cache.get(key, () => renderQueue.run(() => render(request, canonical, true)))),
      request,
      reply,
    )
  }
  app.route({ method: ['GET', 'POST'], url: '/*', exposeHeadRoute: true, compress: {}, handler: handlePage })

  // Admin forms contain whole documents, so that a text that is too long is reported at its field.
  await app.register(async (adminApp: FastifyInstance) => {
    adminApp.removeAllContentTypeParsers()
    adminApp.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: 8 * maxFormBytes },
      (_request, body, done) => done(null, body),
    )
    adminApp.post('/admin/*', { compress: {} }, handlePage)
  })

  // Runs before the body is read. Unknown methods would be 404, so the router must know them.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    method: METHODS.filter((method) => !allowedMethods.includes(method) && method !== 'CONNECT'),
    url: '/*',
    onRequest: async (_request, reply) => {
      reply.header('allow', allowedMethods.join(', '))
      throw new AppError('method-not-allowed', { key: 'site.errors.method' })
    },
    handler: () => undefined,
  })

  async function render(request: FastifyRequest, url: URL, isPublicRender = false): Promise<CachedPage | UncachedPage> {
    const current = await build()
    if (handlers?.of !== current) handlers = { of: current, byLocale: new Map() }
    const localized = localize(url)
    const { locale } = localized
    const mode = isDevelopment ? 'development' : 'production'
    // The prefix of a language is the base of all links of its pages.
    const handle =
      handlers.byLocale.get(locale) ??
      createRequestHandler(
        { ...current, assets: withoutPreloads(current.assets), basename: localePrefix(locale) || '/' },
        mode,
      )
    handlers.byLocale.set(locale, handle)
    const { createPageContext, failureOf } = current.entry.module
    const context = createPageContext(services, locale)
    const isOwn = !isPublicRender && (await keyFor(request, localized)) === undefined
    const response = await handle(toWebRequest(request, url, isOwn, services.site.isProduction), context)
    const headers = Object.fromEntries(response.headers)
    const failure = response.status === 500 ? failureOf(context) : undefined
    const refusal = failure && toAppError(failure.error)
    if (failure && refusal && refusal.status >= 500) request.log.error({ err: failure.error }, 'page render failed')
    if (refusal?.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
    // Unexpected page errors have status 500; an AppError has its own status.
    const status = refusal?.status ?? response.status
    const isHtml = (headers['content-type']?.startsWith('text/html') ?? false) && !isDevelopment
    const body = isHtml ? await response.text() : Buffer.from(await response.arrayBuffer())
    if (typeof body === 'string') {
      const origins = outside()
      // Admin pages show emails with styles of their own, and images before their address is saved.
      const isRelaxed = isAdminPage(localized.url.pathname) || isDeveloperPage(localized.url.pathname)
      headers['content-security-policy'] = contentSecurityPolicy(origins, {
        scriptHashes: inlineScriptHashes(body),
        styles: isRelaxed ? 'any' : styleHashes(current),
        allowsAnyImage: isRelaxed,
      })
      headers['permissions-policy'] = permissionsPolicy(origins)
    }
    const isPublic = request.method !== 'POST' && response.status === 200 && !isOwn
    headers['cache-control'] = isPublic ? publicCacheControl : 'no-store'
    headers['vary'] = 'Accept-Language'
    const route = (await sitePages()).routeOf(localized.url)
    if (isPublicRender && isCacheable(status))
      return { ...(await preparePage(status, headers, Buffer.from(body))), route }
    return { status, headers, body: Buffer.from(body), route }
  }
}

const hashesByBuild = new WeakMap<PageBuild, string[]>()

/** Returns the hashes of the style sheets of a build for a content security policy. */
export function styleHashes(build: PageBuild): string[] {
  const known = hashesByBuild.get(build)
  if (known) return known
  // React empties the style sheet before it replaces it.
  const sheets = ['', ...Object.values(build.entry.module.areaSheets ?? {})]
  const hashes = [...new Set(sheets.map(policyHash))]
  hashesByBuild.set(build, hashes)
  return hashes
}

// React Router compares hosts only where there is an `Origin`.
function requireOwnForm(request: FastifyRequest, site: Services['site']): void {
  const own = ownOriginsOf(request, site)
  if (!site.isProduction) own.push(`https://${request.headers.host}`)
  if (!isOwnForm(sourceOf(request), own)) throw new AppError('forbidden', { key: 'site.errors.foreignForm' })
}

// Concatenates instead of resolving: `//evil.example/` is a path, never another host. Absolute URLs are for proxies.
function addressOf(target: string, origin: string): URL {
  if (!target.startsWith('/') || !URL.canParse(origin + target))
    throw new AppError('invalid-input', { key: 'site.errors.invalidUrl' })
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

// Public pages are rendered without request headers, since a cached page must not depend on its first visitor. Personal
// pages get only our own cookies.
function toWebRequest(request: FastifyRequest, url: URL, isOwn: boolean, isProduction: boolean): Request {
  const { path } = splitLocale(url.pathname)
  const ownCookies = isOwn ? cookiesFor(path, request.headers.cookie) : ''
  const cookie: Record<string, string> = ownCookies ? { cookie: ownCookies } : {}
  if (request.method !== 'POST') return new Request(url, { headers: cookie })
  const own = new URL(url)
  // Without a public origin, forms may be posted to another host name of this machine, such as from a phone in the same
  // network.
  if (!isProduction && request.headers.host) own.host = request.headers.host
  const headers = new Headers({
    ...cookie,
    [clientAddressHeader]: request.ip,
    'content-type': 'application/x-www-form-urlencoded',
  })
  // The user agent labels the owner's sessions.
  for (const name of ['content-type', 'origin', 'sec-fetch-site', ...(isAdminPage(path) ? ['user-agent'] : [])]) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(own, { method: 'POST', headers, body: new Uint8Array(request.body as Buffer) })
}

// Passes only our own cookies to pages, and the owner's session only to admin pages.
function cookiesFor(pathname: string, header = ''): string {
  const names = [
    '__Host-swade-shelf',
    'swade-shelf',
    ...(isAdminPage(pathname) ? ['__Host-swade-owner', 'swade-owner'] : []),
  ]
  const cookies = parseCookie(header)
  return stringifyCookie(Object.fromEntries(names.flatMap((name) => (name in cookies ? [[name, cookies[name]]] : []))))
}

function isAdminPage(pathname: string): boolean {
  return /^\/(newsletter-)?admin(\/|\.data$|$)/i.test(pathname)
}

function send(page: CachedPage | UncachedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if ('bodies' in page) return sendCachedPage(page, request, reply)
  request.pageRoute = page.route
  return reply.code(page.status).headers(page.headers).send(page.body)
}

/**
 * Removes the preload links of scripts from pages. Browsers load preloaded modules before fonts and pictures, so on a
 * phone's connection a page appeared a second later. Its scripts are imported all the same, at a low priority.
 */
function withoutPreloads({ entry, routes, ...assets }: ServerBuild['assets']): ServerBuild['assets'] {
  return {
    ...assets,
    entry: { ...entry, imports: [] },
    routes: Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && { ...route, imports: [] }])),
  }
}
