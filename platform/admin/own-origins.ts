import type { FastifyRequest } from 'fastify'
import type { RequestSource } from '#shared/request-origin.ts'

/** Returns where a request says it came from. */
export function sourceOf({ headers }: FastifyRequest): RequestSource {
  const fetchSite = headers['sec-fetch-site']
  return { origin: headers.origin, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined }
}

/** Returns all origins of this site. Outside production, the host of the request counts as well. */
export function ownOriginsOf(
  request: FastifyRequest,
  { origin, isProduction }: { origin: string; isProduction: boolean },
): string[] {
  return isProduction ? [origin] : [origin, `http://${request.headers.host}`]
}
