import type { ServerBuild } from 'react-router'
import { findCurrentSlug } from '#shared/former-slug.ts'
import type { NavLink, PageHandle, ShareText, SitemapEntry } from '#shared/page-handle.ts'
import type { Services } from '#shared/services.ts'

/** Everything the server knows of its pages: what each says in its `handle`, by the routes of the build. */
export type SitePages = {
  /**
   * The name under which a page is kept. Nothing a visitor makes up (search parameters, slugs, whole addresses) can
   * make the server render a page once more.
   *
   * @param url Address asked for; React Router's data requests (`.data`) are kept beside their page, always with all of
   *   its data.
   * @param isSomebody Whether the visitor may be one of those for whom some pages are there.
   * @returns The path with its meaningful search parameters in a fixed order; one name for all that does not exist
   *   (`/not-found`, `/artist/not-found` …); undefined when the page is made for the one who asks.
   */
  keyOf(url: URL, isSomebody: boolean): string | undefined
  /**
   * Where a public page really is, asked for by another spelling (`/Books/`) or by an address of before; undefined when
   * it is right or nobody's.
   */
  redirectOf(url: URL): string | undefined
  /** All pages machines may list, in the order of app/routes.ts. */
  sitemap(): (SitemapEntry & { path: string })[]
  /** The links of the navigation, in the order of app/routes.ts. */
  navigation(): NavLink[]
  /** Where the paths of pages begin that are made for the one who asks. */
  privatePaths(): string[]
  shareWords(kind: string, name: string): ShareText | undefined
  isFigure(name: string): boolean
}

type Build = Pick<ServerBuild, 'routes'>
type Page = { path: string; handle: PageHandle; pattern: RegExp }

/** Returns a reader of the pages' handles; what it reads of a build is kept as long as the build is the same. */
export function createPageReader({ build, services }: { build: () => Build | Promise<Build>; services: Services }) {
  let last: { of: Build; pages: SitePages } | undefined
  return async (): Promise<SitePages> => {
    const current = await build()
    if (last?.of !== current) last = { of: current, pages: readPages(current, services) }
    return last.pages
  }
}

/** Reads what the pages of a build say about themselves. */
export function readPages({ routes }: Build, services: Services): SitePages {
  const pages = Object.values(routes).flatMap((route): Page[] => {
    const { path, index, module, id } = route ?? {}
    if (id === 'root' || (path === undefined && !index)) return []
    const handle = (module?.handle ?? {}) as PageHandle
    return [{ path: `/${path ?? ''}`, handle, pattern: patternOf(`/${path ?? ''}`, handle.cache === 'public') }]
  })
  const shown = pages.filter(({ handle }) => handle.cache === 'public')
  const own = pages.filter(({ path, handle }) => handle.cache !== 'public' && path !== '/*')
  const handles = pages.map(({ handle }) => handle)

  const moved = (pathname: string): string | undefined => {
    for (const { path, pattern, handle } of shown) {
      const name = pattern.exec(pathname)?.[1]
      if (name === undefined || !handle.renamed || !handle.has || handle.has(services, name)) continue
      const today = findCurrentSlug(handle.renamed.list(services), name, handle.renamed.ending)
      return today && path.replace(/:\w+/, today)
    }
    return undefined
  }

  return {
    keyOf(url, isSomebody) {
      const isData = url.pathname.endsWith('.data')
      const pathname = isData ? pagePath(url.pathname) : url.pathname
      if (own.some(({ pattern }) => pattern.test(pathname))) return undefined
      const suffix = isData ? '.data' : ''
      const page = shown.find(({ pattern }) => pattern.test(pathname))
      if (!page) return `/not-found${suffix}`
      const name = page.pattern.exec(pathname)?.[1]
      const known = name === undefined || (page.handle.has?.(services, name) ?? true)
      if (known === 'for-some' && isSomebody) return undefined
      // What lies below a thing has a page of its own kind, so not being there has one too.
      if (known !== true) return `${page.path.replace(/:\w+/, 'not-found')}${suffix}`
      const kept = new URLSearchParams()
      for (const [key, values] of Object.entries(page.handle.search ?? {})) {
        const value = url.searchParams.get(key)
        if (value && values.includes(value)) kept.set(key, value)
      }
      const search = kept.toString()
      return (isData ? dataPath(pathname) : pathname) + (search ? `?${search}` : '')
    },
    redirectOf(url) {
      const path = decoded(url.pathname).toLowerCase().replace(/\/+$/, '')
      if (path !== url.pathname && path !== '' && shown.some(({ pattern }) => pattern.test(path)))
        return path + url.search
      const today = moved(url.pathname)
      return today && today + url.search
    },
    sitemap: () =>
      pages.flatMap(({ path, handle }) =>
        [handle.sitemap?.(services, path) ?? []].flat().map((entry) => ({ path, ...entry })),
      ),
    navigation: () =>
      pages.flatMap(({ path, handle: { nav } }) => {
        const label = typeof nav?.label === 'string' ? nav.label : nav?.label[path]
        return nav && label ? [{ label, to: path, in: nav.in }] : []
      }),
    privatePaths() {
      const begins = own.map(({ path }) => path.replace(/:.*$/, ''))
      return [...new Set(begins)].filter((path) => !begins.some((other) => other !== path && path.startsWith(other)))
    },
    shareWords(kind, name) {
      for (const { shareImages = {}, shareKind } of handles) {
        if (kind === 'page' && Object.hasOwn(shareImages, name)) return shareImages[name]
        const words = shareKind?.kind === kind ? shareKind.text(services, name) : undefined
        if (words) return words
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

/**
 * A public page is kept under its one right spelling; one of somebody's own is recognised however React Router would.
 */
function patternOf(path: string, isPublic: boolean): RegExp {
  const source = path.replaceAll('.', '\\.').replace(/:\w+/g, isPublic ? '([a-z0-9-]{1,80})' : '[^/]+')
  return isPublic ? new RegExp(`^${source}$`) : new RegExp(`^${source}/?$`, 'i')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * The page whose data is asked for; React Router ends the address with `/_.data` where that of the page ends with a
 * slash.
 */
function pagePath(pathname: string): string {
  const path = pathname.slice(0, -'.data'.length)
  return path.endsWith('/_') ? path.slice(0, -'/_'.length) || '/' : path
}

function dataPath(pathname: string): string {
  return pathname === '/' ? '/_.data' : `${pathname}.data`
}
