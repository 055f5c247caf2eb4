import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { JourneyService } from '#features/journey/contract.ts'
import { journeyFeed } from './feed.ts'

/**
 * The journey's feed at `/journey/feed.xml`.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 */
export function journeyRoutes({ journey, origin }: { journey: JourneyService; origin: string }) {
  return async (app: FastifyInstance) => {
    app.get('/journey/feed.xml', { config: { isPublic: true } }, (request, reply) => {
      const feed = journeyFeed(journey.milestones(), journey.page().lead, origin)
      const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
      reply.header('etag', etag).header('cache-control', 'public, max-age=3600')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('application/rss+xml; charset=utf-8').send(feed)
    })
  }
}
