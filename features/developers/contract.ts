/*
 * Developers: the public, read-only API and its documentation. Owns: the addresses below /api/v1, their schemas, limits
 * and the OpenAPI document, and the page /developers. Does not own the data, which belongs to the features that provide
 * it. A version never loses a field; a breaking change needs a new version.
 */

/** Root of version 1 of the public API. */
export const apiRoot = '/api/v1'

/** Path of the OpenAPI document. */
export const openApiPath = `${apiRoot}/openapi.json`

/** Path of the documentation. */
export const developersPath = '/developers'

/** Maximum number of requests of one client in one window. */
export const apiLimit = { requests: 120, windowSeconds: 60 } as const

/** An endpoint as shown in the documentation. */
export type EndpointSummary = {
  /** Operation id, the same as in the OpenAPI document. */
  id: string
  /** Path with its parameters in braces: `/api/v1/artists/{slug}`. */
  path: string
  /** Key of the text that describes the response. */
  summary: string
  /** Query parameters by name. */
  query: string[]
  /** Path of an existing entry that can be opened; undefined while there is none. */
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
