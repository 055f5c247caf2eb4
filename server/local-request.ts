import type { FastifyRequest } from 'fastify'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Whether somebody on this very machine asks, by a name of this machine.
 *
 * The address alone would let in what a proxy beside us passes on; the name alone is the visitor's to write. Together
 * they also stop a foreign page in a browser here whose host name was pointed at us.
 */
export function isLocalRequest({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  const isPassedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined)
  return !isPassedOn && loopback.test(ip) && ownNames.test(headers.host ?? '')
}

/**
 * Where a visitor really goes: the pages of developers hold mails with their secret links, so for everybody who is not
 * on this machine they are an address where nothing is.
 */
export function addressFor(request: Pick<FastifyRequest, 'ip' | 'headers'>, url: URL): URL {
  if (!isDeveloperPage(url.pathname) || isLocalRequest(request)) return url
  return new URL(url.pathname.endsWith('.data') ? '/not-found.data' : '/not-found', url)
}

// As the page router reads paths: decoded, in any case of letters.
function isDeveloperPage(pathname: string): boolean {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // The router leaves what cannot be decoded as it is, too.
  }
  return /^\/+dev(\/|\.data$|$)/i.test(path)
}
