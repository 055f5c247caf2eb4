/**
 * Where the gate leads once it is open: the page of the desk that was asked for.
 *
 * @param asked What the address says; whatever is neither a path beneath `/admin/` nor the newsletter's admin counts as
 *   nothing.
 */
export function nextPage(asked: string | null): string {
  const base = 'http://desk.invalid'
  if (!asked || asked.length > 2000 || !URL.canParse(asked, base)) return '/admin/inbox'
  const { origin, pathname, search } = new URL(asked, base)
  const isAdmin = pathname.startsWith('/admin/') || pathname === '/newsletter-admin'
  return origin === base && isAdmin ? pathname + search : '/admin/inbox'
}

/** The gate's address for somebody who asked for a page of the desk without being signed in. */
export function gateFor(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  // A click asks for the page's data; what it means is the page.
  const page = pathname.replace(/\.data$/, '')
  for (const name of ['_routes', 'index']) searchParams.delete(name)
  const search = searchParams.toString()
  return `/admin?next=${encodeURIComponent(search ? `${page}?${search}` : page)}`
}
