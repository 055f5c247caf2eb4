import type { ServerBuild } from 'react-router'
import { findCurrentSlug } from '#shared/former-slug.ts'
import { splitLocale } from '#shared/locales.ts'
import type { NavLink, PageHandle, ShareText, SitemapEntry } from '#shared/page-handle.ts'
import type { Services } from '#shared/services.ts'
import { withSiteName } from '#shared/site-identity.ts'

/** Metadata of all pages, read from their `handle`. */
export type SitePages = {
  /**
   * Returns the cache key of a page. Arbitrary search parameters, slugs and paths never create further cache entries.
   *
   * @param url Requested URL; React Router data requests (`.data`) have their own key, always with all data of the
   *   page.
   * @param isSomebody Whether the visitor may have access to restricted pages.
   * @returns The path with its relevant search parameters in a fixed order; one key for all missing pages
   *   (`/not-found`, `/artist/not-found` …); undefined for personal pages.
   */
  keyOf(url: URL, isSomebody: boolean): string | undefined
  /**
   * Returns the canonical path of a public page for another spelling (`/Books/`) or a former slug; undefined when no
   * redirect is needed.
   */
  redirectOf(url: URL): string | undefined
  /** Returns the pattern of the page at a URL or of its data, such as `/book/:id`; `/*` when there is none. */
  routeOf(url: URL): string
  /**
   * Returns the name under which views of a page are counted: its path without the language, or the pattern of a
   * personal page, whose address may be a secret. Undefined for pages that do not exist and for those of the admin.
   */
  nameOf(path: string): string | undefined
  /** Returns whether a path is that of a page which exists in every language. */
  isTranslated(pathname: string): boolean
  /** Returns whether a path is that of any page, other than those for unknown addresses. */
  isPage(pathname: string): boolean
  /** Returns whether a page takes forms from pages of this site only. Admin pages check that with their session. */
  takesOwnFormsOnly(pathname: string): boolean
  /** Returns all pages of the sitemap, in the order of app/routes.ts. */
  sitemap(): (SitemapEntry & { path: string })[]
  /** Returns the navigation links, in the order of app/routes.ts; labels are keys of texts. */
  navigation(): NavLink[]
  /** Returns the shortcuts of the installed app, in the order of app/routes.ts. */
  appShortcuts(): { name: string; url: string }[]
  /** Returns the path prefixes of personal pages. */
  privatePaths(): string[]
  shareText(kind: string, name: string): ShareText | undefined
  isFigure(name: string): boolean
}

type Build = Pick<ServerBuild, 'routes'>
type Page = { path: string; handle: PageHandle; pattern: RegExp }

/** Creates a function that reads page metadata and caches it per build. */
export function createPageReader({ build, services }: { build: () => Build | Promise<Build>; services: Services }) {
  let last: { of: Build; pages: SitePages } | undefined
  return async (): Promise<SitePages> => {
    const current = await build()
    if (last?.of !== current) last = { of: current, pages: readPages(current, services) }
    return last.pages
  }
}

/** Reads the metadata of the pages in a build. */
export function readPages({ routes }: Build, services: Services): SitePages {
  const pages = Object.values(routes).flatMap((route): Page[] => {
    const { path, index, module, id } = route ?? {}
    if (id === 'root' || (path === undefined && !index)) return []
    const handle = (module?.handle ?? {}) as PageHandle
    return [{ path: `/${path ?? ''}`, handle, pattern: patternOf(`/${path ?? ''}`, handle.cache === 'public') }]
  })
  const publicPages = pages.filter(({ handle }) => handle.cache === 'public')
  const personalPages = pages.filter(({ path, handle }) => handle.cache !== 'public' && path !== '/*')
  const handles = pages.map(({ handle }) => handle)
  const fill = (text: string) => withSiteName(text, services.site.name)
  const fillShareText = ({ title, kicker }: ShareText) => ({ title: fill(title), kicker: fill(kicker) })

  const findRedirect = (pathname: string): string | undefined => {
    for (const { path, pattern, handle } of publicPages) {
      const name = pattern.exec(pathname)?.[1]
      if (name === undefined || !handle.renamed || !handle.has || handle.has(services, name)) continue
      const currentSlug = findCurrentSlug(handle.renamed.list(services), name, handle.renamed.ending)
      return currentSlug && path.replace(/:\w+/, currentSlug)
    }
    return undefined
  }

  const routeOf = ({ pathname }: URL) => {
    const path = pathname.endsWith('.data') ? pagePath(pathname) : pathname
    return pages.find((page) => page.path !== '/*' && page.pattern.test(path))?.path ?? '/*'
  }

  const keyOf = (url: URL, isSomebody: boolean): string | undefined => {
    const isData = url.pathname.endsWith('.data')
    const pathname = isData ? pagePath(url.pathname) : url.pathname
    if (personalPages.some(({ pattern }) => pattern.test(pathname))) return undefined
    const suffix = isData ? '.data' : ''
    const page = publicPages.find(({ pattern }) => pattern.test(pathname))
    if (!page) return `/not-found${suffix}`
    const name = page.pattern.exec(pathname)?.[1]
    const known = name === undefined || (page.handle.has?.(services, name) ?? true)
    if (known === 'for-some' && isSomebody) return undefined
    // Subpages have their own not-found key.
    if (known !== true) return `${page.path.replace(/:\w+/, 'not-found')}${suffix}`
    const relevant = new URLSearchParams()
    for (const [key, values] of Object.entries(page.handle.search ?? {})) {
      const value = url.searchParams.get(key)
      if (value && values.includes(value)) relevant.set(key, value)
    }
    const search = relevant.toString()
    return (isData ? dataPath(pathname) : pathname) + (search ? `?${search}` : '')
  }

  return {
    keyOf,
    redirectOf(url) {
      const path = decoded(url.pathname)
        .toLowerCase()
        .replace(/(?<!\/)\/+$/, '')
      if (path !== url.pathname && path !== '' && publicPages.some(({ pattern }) => pattern.test(path)))
        return path + url.search
      const currentSlug = findRedirect(url.pathname)
      return currentSlug && currentSlug + url.search
    },
    routeOf,
    nameOf(path) {
      const { path: plain } = splitLocale(path)
      const address = `http://localhost${plain}`
      if (!URL.canParse(address) || uncountedPages.test(plain)) return undefined
      const url = new URL(address)
      const route = routeOf(url)
      if (route === '/*' || url.pathname !== plain) return undefined
      const key = keyOf(url, false)
      if (key === undefined) return route
      return key === url.pathname ? key : undefined
    },
    isTranslated: (pathname) =>
      pages.some(({ handle, path, pattern }) => isTranslated(handle) && path !== '/*' && pattern.test(pathname)),
    isPage: (pathname) => pages.some(({ path, pattern }) => !path.endsWith('/*') && pattern.test(pathname)),
    takesOwnFormsOnly(pathname) {
      const path = pathname.endsWith('.data') ? pagePath(pathname) : pathname
      // Public pages are found under every spelling here: the action of the page runs for each of them.
      const spelling = decoded(path).toLowerCase().replace(/\/+$/, '') || '/'
      const page = pages.find(
        ({ path: own, pattern }) => own !== '/*' && (pattern.test(path) || pattern.test(spelling)),
      )
      const { area = 'public', takesForeignForms = false } = page?.handle ?? {}
      return page !== undefined && !takesForeignForms && area !== 'owner' && area !== 'newsletter'
    },
    sitemap: () =>
      pages.flatMap(({ path, handle }) =>
        [handle.sitemap?.(services, path) ?? []]
          .flat()
          .map((entry) => ({ path, ...entry, title: fill(entry.title), summary: fill(entry.summary) })),
      ),
    navigation: () =>
      pages.flatMap(({ path, handle }) => {
        const { nav } = handle
        const label = typeof nav?.label === 'string' ? nav.label : nav?.label[path]
        const only = isTranslated(handle) ? {} : { isEnglishOnly: true as const }
        return nav && label ? [{ label, to: path, in: nav.in, ...only }] : []
      }),
    appShortcuts: () =>
      pages.flatMap(({ path, handle }) => (handle.appShortcut ? [{ name: handle.appShortcut, url: path }] : [])),
    privatePaths() {
      const prefixes = personalPages.map(({ path }) => path.replace(/:.*$/, ''))
      return [...new Set(prefixes)].filter(
        (path) => !prefixes.some((other) => other !== path && path.startsWith(other)),
      )
    },
    shareText(kind, name) {
      for (const { shareImages = {}, shareKind } of handles) {
        if (kind === 'page' && Object.hasOwn(shareImages, name)) return fillShareText(shareImages[name]!)
        const words = shareKind?.kind === kind ? shareKind.text(services, name) : undefined
        if (words) return fillShareText(words)
      }
      return undefined
    },
    isFigure: (name) =>
      handles.some(
        ({ shareImages = {}, figures = [], hasFigure }) =>
          Object.hasOwn(shareImages, name) || figures.includes(name) || hasFigure?.(services, name) === true,
      ),
  }
}

/** Pages of the admin and of developers. */
const uncountedPages = /^\/(admin|newsletter-admin|dev|test-checkout)(\/|$)|\.data$/i

const isTranslated = ({ cache, isTranslated: isMarked }: PageHandle) => cache === 'public' || isMarked === true

/** Public pages match only their canonical spelling; personal pages match like React Router. */
function patternOf(path: string, isPublic: boolean): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\*$/, '.+')
    .replace(/:\w+/g, isPublic ? '([a-z0-9-]{1,80})' : '[^/]+')
  return isPublic ? new RegExp(`^${source}$`) : new RegExp(`^${source}/?$`, 'i')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the path of the page of a data request; React Router appends `/_.data` to paths with a trailing slash. */
function pagePath(pathname: string): string {
  const path = pathname.slice(0, -'.data'.length)
  return path.endsWith('/_') ? path.slice(0, -'/_'.length) || '/' : path
}

function dataPath(pathname: string): string {
  return pathname === '/' ? '/_.data' : `${pathname}.data`
}
