import { isSameOriginRequest } from '#shared/request-origin.ts'

/** Whether a form was sent from a page of this site. */
export function isOwnOrigin({ headers, url }: Request): boolean {
  return isSameOriginRequest({ origin: headers.get('origin'), fetchSite: headers.get('sec-fetch-site') }, [
    new URL(url).origin,
  ])
}
