/*
 * Developers: the public, read-only API and its documentation. Owns: the addresses below /api/v1, their schemas, limits
 * and the OpenAPI document, and the page /developers. Does not own what it serves: that belongs to the features it
 * asks. A version never loses a field; what would break programs is a new version.
 */

/** Root of version 1 of the public API. */
export const apiRoot = '/api/v1'

/** Path of the OpenAPI document. */
export const openApiPath = `${apiRoot}/openapi.json`

/** Path of the documentation. */
export const developersPath = '/developers'

/** Requests that one client may make in one window. */
export const apiLimit = { requests: 120, windowSeconds: 60 } as const

/** An endpoint as the documentation shows it. */
export type EndpointSummary = {
  /** Operation id, the same as in the OpenAPI document. */
  id: string
  /** Path with its parameters in braces: `/api/v1/artists/{slug}`. */
  path: string
  /** Key of the text that says what it returns. */
  summary: string
  /** Query parameters by name. */
  query: string[]
  /** Path that can be opened, with an entry that exists; undefined while there is none. */
  example: string | undefined
  /** Time for which a response may be reused. */
  maxAgeSeconds: number
}

/** Documentation of the public API for pages. */
export type PublicApiService = { endpoints(): EndpointSummary[] }

declare module '#shared/services.ts' {
  interface Services {
    publicApi: PublicApiService
  }
}
