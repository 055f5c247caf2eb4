/**
 * Headers in which browsers report the origin of a request; pages cannot change them, and other clients may omit them.
 */
export type RequestSource = {
  /** The header `Origin`. */
  origin?: string | null | undefined
  /** The header `Sec-Fetch-Site`, absent from older browsers and over plain http. */
  fetchSite?: string | null | undefined
}

/**
 * Returns whether a request was sent by a page of this site. A cookie does not prove that, because browsers attach it
 * automatically.
 *
 * @param ownOrigins All origins of this site.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isSameOriginRequest({ origin, fetchSite }: RequestSource, ownOrigins: readonly string[]): boolean {
  return typeof origin === 'string' && ownOrigins.includes(origin) && (fetchSite ?? 'same-origin') === 'same-origin'
}

/**
 * Returns whether a form was submitted by a page of this site, for forms that need no session. A browser that leaves
 * out `Origin` may prove it by `Sec-Fetch-Site` instead.
 *
 * @param ownOrigins All origins of this site.
 */
export function isOwnForm(source: RequestSource, ownOrigins: readonly string[]): boolean {
  return typeof source.origin === 'string'
    ? isSameOriginRequest(source, ownOrigins)
    : source.fetchSite === 'same-origin'
}

/** Returns whether a page of another site caused the request, which must not trigger authenticated reads either. */
export function isCrossSiteRequest({ fetchSite }: RequestSource): boolean {
  return fetchSite === 'cross-site' || fetchSite === 'same-site'
}
