import { isSameOriginRequest } from '#shared/request-origin.ts'

/** Returns whether a form was submitted from this site. */
export function isOwnOrigin({ headers, url }: Request): boolean {
  return isSameOriginRequest({ origin: headers.get('origin'), fetchSite: headers.get('sec-fetch-site') }, [
    new URL(url).origin,
  ])
}
