import type { FastifyRequest } from 'fastify'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Returns whether a request comes from this machine and uses a local host name. The IP address alone would admit
 * requests forwarded by a local proxy; the host name alone is set by the client. Together they also stop DNS rebinding
 * of foreign pages.
 */
export function isLocalRequest({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  const isPassedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined)
  return !isPassedOn && loopback.test(ip) && ownNames.test(headers.host ?? '')
}

/**
 * Returns the effective URL of a request: developer pages contain emails with secret links, so they do not exist for
 * requests from other machines.
 */
export function addressFor(request: Pick<FastifyRequest, 'ip' | 'headers'>, url: URL): URL {
  if (!isDeveloperPage(url.pathname) || isLocalRequest(request)) return url
  return new URL(url.pathname.endsWith('.data') ? '/not-found.data' : '/not-found', url)
}

// Decoded and case-insensitive, like the page router.
function isDeveloperPage(pathname: string): boolean {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // The router does not decode invalid paths either.
  }
  return /^\/+dev(\/|\.data$|$)/i.test(path)
}
