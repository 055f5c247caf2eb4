/** What browsers say about where a request came from; pages can change neither, and programs send none. */
export type RequestSource = {
  /** The header `Origin`. */
  origin?: string | null | undefined
  /** The header `Sec-Fetch-Site`, absent from older browsers and over plain http. */
  fetchSite?: string | null | undefined
}

/**
 * Returns whether a request that changes something was sent by a page of this site. A cookie proves nothing of the
 * kind, because browsers send it by themselves.
 *
 * @param ownOrigins Every origin under which this site is known.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isSameOriginRequest({ origin, fetchSite }: RequestSource, ownOrigins: readonly string[]): boolean {
  return typeof origin === 'string' && ownOrigins.includes(origin) && (fetchSite ?? 'same-origin') === 'same-origin'
}

/**
 * Returns whether a page of another site led a browser here, cookie and all; reading must not be caused from there
 * either.
 */
export function isCrossSiteRequest({ fetchSite }: RequestSource): boolean {
  return fetchSite === 'cross-site' || fetchSite === 'same-site'
}
