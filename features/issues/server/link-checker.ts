import type { FastifyInstance } from 'fastify'
import { checkLink } from '#platform/http-client/check-link.ts'
import type { LinkChecker } from './check-links.ts'

/** A user waits for the result, so the timeout is short. */
const defaultTimeoutMs = 8_000

/**
 * Creates a checker that requests external links over the internet, and links to this site from the site itself without
 * leaving the process.
 *
 * @param localHosts Hosts with ports that may be requested although they are not public.
 * @param timeoutMs Timeout of one request.
 */
export function createLinkChecker(
  localHosts: () => readonly string[],
  timeoutMs = defaultTimeoutMs,
): LinkChecker & { connect(app: Pick<FastifyInstance, 'inject'>): void } {
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
        // Only the status matters: a file is not read, and a stream never ends.
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
