/**
 * Returns the page to open after signing in.
 *
 * @param requested The `next` parameter. Anything but a path below `/admin/` or the newsletter admin is ignored.
 * @param isSetupDue Whether the default is Setup; otherwise it is the inbox.
 */
export function nextPage(requested: string | null, isSetupDue = false): string {
  const fallback = isSetupDue ? '/admin/setup' : '/admin/inbox'
  const base = 'http://admin.invalid'
  if (!requested || requested.length > 2000 || !URL.canParse(requested, base)) return fallback
  const { origin, pathname, search } = new URL(requested, base)
  const isAdmin = pathname.startsWith('/admin/') || pathname === '/newsletter-admin'
  return origin === base && isAdmin ? pathname + search : fallback
}

/** Returns the path of the sign-in page for a request to an admin page without a session. */
export function signInPathFor(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  // A client-side navigation requests the page's data; after signing in, the page itself is needed.
  const page = pathname.replace(/\.data$/, '')
  for (const name of ['_routes', 'index']) searchParams.delete(name)
  const search = searchParams.toString()
  return `/admin?next=${encodeURIComponent(search ? `${page}?${search}` : page)}`
}
