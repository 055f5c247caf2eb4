import type { FastifyRequest } from 'fastify'
import type { RequestSource } from '#shared/request-origin.ts'

/** Returns where a request says it came from. */
export function sourceOf({ headers }: FastifyRequest): RequestSource {
  const fetchSite = headers['sec-fetch-site']
  return { origin: headers.origin, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined }
}

/**
 * Returns every origin of this site. Without a public origin, this machine has as many names as its network gives it.
 */
export function ownOriginsOf(
  request: FastifyRequest,
  { origin, isProduction }: { origin: string; isProduction: boolean },
): string[] {
  return isProduction ? [origin] : [origin, `http://${request.headers.host}`]
}
