import { problems } from '#features/submissions/contract.ts'

/**
 * Which pages are the same for everybody, and which search parameters change them.
 *
 * A public page is rendered once and kept, and so is one answer for everything that is not there. Nothing a visitor makes up
 * (search parameters, slugs, whole addresses) can make the server render a page once more.
 */
type PageRule = { pattern: RegExp; search?: Record<string, readonly string[]> }

const publicPages: PageRule[] = [
  { pattern: /^\/$/ },
  { pattern: /^\/(swade-fam|books|journey|tokens|market)$/ },
  { pattern: /^\/(terms|privacy|imprint|withdraw)$/ },
  { pattern: /^\/(artist|book)\/([a-z0-9-]{1,80})$/ },
  { pattern: /^\/(book)\/([a-z0-9-]{1,80})\/read$/ },
  // As many parts as the longest book may have; the page itself knows how many there are.
  { pattern: /^\/(book)\/([a-z0-9-]{1,80})\/words$/, search: { part: Array.from({ length: 100 }, (_, index) => String(index + 1)) } },
  { pattern: /^\/(platform)\/([a-z0-9-]{1,80})$/, search: { frame: ['page'] } },
  { pattern: /^\/submit$/, search: { problem: Object.keys(problems) } },
  // Who is signed in there is known to the browser alone.
  { pattern: /^\/newsletter-admin$/ },
  // As many pages as letters of forty years fill; the archive itself knows how many there are.
  { pattern: /^\/newsletter$/, search: { state: ['done', 'erased'], page: Array.from({ length: 99 }, (_, index) => String(index + 2)) } },
  { pattern: /^\/(newsletter)\/([a-z0-9-]{1,80})$/ },
]

/** Pages made for the one who asks, each time anew. */
const ownPages =
  /^\/(newsletter\/(unsubscribe|confirm|preferences)\/[^/]+|my-books(\/open\/[^/]+)?|test-checkout\/[^/]+|submission\/[^/]+|admin(\/.*)?|dev\/(ui|outbox|station))\/?$/i

/** Whether there is an artist, a book, a platform or a letter of this name; `for-some` when it is there for the one who asks and nobody else. */
export type IsKnown = (kind: string, name: string) => boolean | 'for-some'

/**
 * The name under which a page is kept.
 *
 * @param url Address asked for; React Router's data requests (`.data`) are kept beside their page, always with all of its data.
 * @returns The path with its meaningful search parameters in a fixed order; one name for all that does not exist (`/not-found`,
 *   `/artist/not-found` …); undefined when the page is made for the one who asks.
 */
export function pageKey(url: URL, isKnown: IsKnown): string | undefined {
  const isData = url.pathname.endsWith('.data')
  const pathname = isData ? pagePath(url.pathname) : url.pathname
  if (ownPages.test(pathname)) return undefined
  const suffix = isData ? '.data' : ''
  const rule = publicPages.find(({ pattern }) => pattern.test(pathname))
  if (!rule) return `/not-found${suffix}`
  const [, kind = '', name] = rule.pattern.exec(pathname) ?? []
  // What lies below a thing has a page of its own kind, so not being there has one too.
  const below = name === undefined ? '' : pathname.slice(`/${kind}/${name}`.length)
  const known = name === undefined || isKnown(kind, name)
  if (known === 'for-some') return undefined
  if (!known) return `/${kind}/not-found${below}${suffix}`
  const kept = new URLSearchParams()
  for (const [key, values] of Object.entries(rule.search ?? {})) {
    const value = url.searchParams.get(key)
    if (value && values.includes(value)) kept.set(key, value)
  }
  const search = kept.toString()
  return url.pathname + (search ? `?${search}` : '')
}

/**
 * Where a public page really is, when it was asked for by another spelling: `/Books/` for `/books`.
 *
 * @returns A path of ours with the search of the request, or undefined when the address is right or nobody's.
 */
export function rightSpelling(url: URL): string | undefined {
  const path = decoded(url.pathname).toLowerCase().replace(/\/+$/, '')
  if (path === url.pathname || path === '' || !publicPages.some(({ pattern }) => pattern.test(path))) return undefined
  return path + url.search
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

// The data address of `/` is `/_root.data`, of `/books` it is `/books.data`.
function pagePath(pathname: string): string {
  const path = pathname.slice(0, -'.data'.length)
  return path === '/_root' || path === '/_' ? '/' : path
}
