import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { JourneyService, Milestone } from '#features/journey/contract.ts'
import { writeRss } from '#platform/rss.ts'

/**
 * Route of the journey's feed at `/journey/feed.xml`.
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

/**
 * Returns the milestones as RSS 2.0, newest first. Items have no `pubDate`, because only the year of a milestone is
 * known.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 */
function journeyFeed(milestones: readonly Milestone[], lead: string, origin: string): string {
  const page = `${origin}/journey`
  return writeRss({
    title: 'Swade: milestones of the journey',
    link: page,
    description: lead,
    language: 'en',
    atom: { links: [{ href: `${page}/feed.xml`, rel: 'self', type: 'application/rss+xml' }] },
    items: milestones.toReversed().map((milestone) => ({
      title: `${milestone.period}: ${milestone.title}`,
      link: `${page}#${milestone.id}`,
      guid: { value: `${page}#${milestone.id}`, isPermaLink: true },
      categories: [{ name: milestone.category }],
      description: milestone.award ? `${milestone.description} Award: ${milestone.award}.` : milestone.description,
    })),
  })
}
