/**
 * Which pages are the same for everybody, and which search parameters change them.
 *
 * A public page is rendered once and kept. Search parameters that are not named here are dropped before rendering:
 * `?utm_source=…` shows the same page, and nobody can make the server render one page a thousand times.
 */
type PageRule = { pattern: RegExp; searchKeys: readonly string[] }

const publicPages: PageRule[] = [
  { pattern: /^\/$/, searchKeys: [] },
  { pattern: /^\/(swade-fam|books|journey|tokens|market)$/, searchKeys: [] },
  { pattern: /^\/(artist|book)\/[a-z0-9-]{1,80}$/, searchKeys: [] },
  { pattern: /^\/platform\/[a-z0-9-]{1,80}$/, searchKeys: ['frame'] },
  { pattern: /^\/newsletter$/, searchKeys: ['state'] },
]

/** Values of search parameters that may be kept; anything else is rendered as if absent. */
const valuePattern = /^[a-z0-9-]{1,40}$/

/**
 * The name under which a page is kept.
 *
 * @param url Address asked for; React Router's data requests (`.data`) are kept beside their page.
 * @returns The path with its meaningful search parameters in a fixed order, or undefined when the page is not to be kept.
 */
export function pageKey(url: URL): string | undefined {
  const isData = url.pathname.endsWith('.data')
  const pathname = isData ? pagePath(url.pathname) : url.pathname
  const rule = publicPages.find(({ pattern }) => pattern.test(pathname))
  if (!rule) return undefined
  const kept = new URLSearchParams()
  for (const key of rule.searchKeys) {
    const value = url.searchParams.get(key)
    if (value && valuePattern.test(value)) kept.set(key, value)
  }
  const routes = isData ? url.searchParams.get('_routes') : null
  if (routes && /^[\w./,-]{1,200}$/.test(routes)) kept.set('_routes', routes)
  const search = kept.toString()
  return url.pathname + (search ? `?${search}` : '')
}

// The data address of `/` is `/_root.data`, of `/books` it is `/books.data`.
function pagePath(pathname: string): string {
  const path = pathname.slice(0, -'.data'.length)
  return path === '/_root' || path === '/_' ? '/' : path
}
