import type { FastifyRequest } from 'fastify'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i
const ownNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Returns whether a request comes from this machine and uses a local host name. The IP address alone would admit
 * requests forwarded by a local proxy; the host name alone is set by the client. Together they also stop DNS rebinding
 * of foreign pages.
 */
export function isLocalRequest({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  const isPassedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined)
  return !isPassedOn && loopback.test(ip) && ownNames.test(headers.host ?? '')
}
