import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { cutText } from '#shared/cut-text.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { SignedDeliveryAddresses } from './delivery-addresses.ts'
import type { Visit } from './classify.ts'
import { isHostingAddress, isVisitorAddress } from './hosting-networks.ts'
import type { PageVisits } from './page-visits.ts'
import { findLink } from './queries.ts'
import type { EngagementRecorder } from './engagement-recorder.ts'

type Options = {
  db: Executor
  clock: Clock
  addresses: () => Promise<SignedDeliveryAddresses>
  counter: Pick<EngagementRecorder, 'add' | 'expect'>
  pages: Pick<PageVisits, 'expect'>
  /** Origin of this site. */
  origin: string
}

/** One transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const noStore = 'no-store, private'

/**
 * Creates the routes for tracking pixels and links. The response never waits for the recording and never reveals its
 * result.
 */
export function engagementRoutes({ db, clock, addresses, counter, pages, origin }: Options) {
  return async function routes(app: FastifyInstance) {
    app.get<{ Params: { '*': string } }>('/t/o/*', async (request, reply) => {
      const token = request.params['*']
      if (mayCount(request) && token.endsWith('.gif')) {
        const visit = visitOf(request, clock)
        const event = addresses().then(({ readOpen }) => {
          const deliveryId = readOpen(token.slice(0, -'.gif'.length))
          if (deliveryId) counter.add(deliveryId, { ...visit, kind: 'open', linkNumber: null })
        })
        counter.expect(
          event.catch((error: unknown) => request.log.warn({ err: error }, 'newsletter open not recorded')),
        )
      }
      // Webmail on other sites must be able to show the image.
      return reply
        .headers({ 'cache-control': noStore, 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/gif')
        .send(pixel)
    })

    app.get<{ Params: { token: string } }>('/t/c/:token', async (request, reply) => {
      const { readLink, visitor } = await addresses()
      const link = readLink(request.params.token)
      const url = link && (await findLink(db, link))
      if (!link || !url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return sendNotFound(app, reply)
      if (mayCount(request)) {
        const visit = visitOf(request, clock)
        const isKnown = isVisitorAddress(request.ip)
        const client = isKnown ? visitor({ address: request.ip, userAgent: visit.userAgent, at: visit.at }) : ''
        counter.add(link.deliveryId, { ...visit, kind: 'click', linkNumber: link.number, client })
        if (isKnown && new URL(url).origin === origin) pages.expect(request, link)
      }
      return reply.header('cache-control', noStore).header('x-robots-tag', 'noindex').redirect(new URL(url).href, 302)
    })
  }
}

// Where pages are served, visitors get the site's own not-found page.
async function sendNotFound(app: FastifyInstance, reply: FastifyReply) {
  const { statusCode, headers, rawPayload } = await app.inject({ url: '/t/c' })
  if (statusCode !== 404 || !String(headers['content-type']).startsWith('text/html'))
    throw new AppError('not-found', 'Link not found.')
  for (const name of ['content-type', 'content-security-policy'] as const)
    if (headers[name]) reply.header(name, headers[name])
  return reply.code(404).header('cache-control', noStore).send(rawPayload)
}

// A HEAD request is not a visit, and visitors with `Sec-GPC` are not tracked.
function mayCount(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.headers['sec-gpc'] !== '1'
}

function visitOf({ headers, ip }: FastifyRequest, clock: Clock): Visit {
  const purpose = [headers['purpose'], headers['sec-purpose'], headers['x-purpose'], headers['x-moz']].join(' ')
  return {
    at: clock.now(),
    userAgent: headers['user-agent'] && cutText(headers['user-agent'], 300),
    isPrefetch: /prefetch|preview|prerender/i.test(purpose),
    isHosted: isHostingAddress(ip),
  }
}
