import type { FastifyInstance } from 'fastify'
import { checkLink } from '#platform/http-client/check-link.ts'
import type { LinkAsking } from './look-at-links.ts'

/** Somebody waits for all of them. */
const defaultTimeoutMs = 8_000

/**
 * Asks links as they are: what lies outside over the open net, what is ours by asking the site itself, without leaving
 * the process.
 *
 * @param localHosts Hosts with their ports that are asked though they are not on the open net.
 * @param timeoutMs How long one answer may take.
 */
export function createLinkAsking(
  localHosts: () => readonly string[],
  timeoutMs = defaultTimeoutMs,
): LinkAsking & { connect(app: Pick<FastifyInstance, 'inject'>): void } {
  let site: Pick<FastifyInstance, 'inject'> | undefined
  return {
    connect(app) {
      site = app
    },
    outside(url) {
      return checkLink(url, { localHosts: localHosts(), protocols: ['https:', 'http:'], timeoutMs })
    },
    async own(path) {
      if (!site) return 503
      const ends = AbortSignal.timeout(timeoutMs)
      try {
        // Only its status is of interest: a file is not read, and a stream never ends.
        const answer = await Promise.race([
          site.inject({ url: path, headers: { accept: 'text/html' }, payloadAsStream: true, signal: ends }),
          new Promise<never>((_resolve, reject) => ends.addEventListener('abort', reject, { once: true })),
        ])
        answer
          .stream()
          .on('error', () => undefined)
          .destroy()
        return answer.statusCode
      } catch {
        return ends.aborted ? 504 : 503
      }
    },
  }
}
