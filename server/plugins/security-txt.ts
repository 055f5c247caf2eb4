import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { locales } from '#shared/locales.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Time for which the contact is valid; the standard recommends less than a year. */
const validDays = 180

type Options = { origin: string; supportEmail: () => string; clock: Clock }

/**
 * Route `GET /.well-known/security.txt`: where to report vulnerabilities. The expiry moves every day, so that it never
 * passes while the site runs.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function securityTxt({ origin, supportEmail, clock }: Options) {
  return async function routes(app: FastifyInstance) {
    app.get('/.well-known/security.txt', async (_request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      const today = Math.floor(clock.now().getTime() / dayMs) * dayMs
      const address = encodeURIComponent(supportEmail()).replaceAll('%40', '@')
      return [
        `Contact: mailto:${address}`,
        `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
        `Preferred-Languages: ${locales.join(', ')}`,
        `Canonical: ${origin}/.well-known/security.txt`,
        '',
      ].join('\n')
    })
  }
}
