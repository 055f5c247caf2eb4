import type { FastifyInstance } from 'fastify'
import type { JourneyService, Milestone } from '#features/journey/contract.ts'
import { writeRss } from '#platform/rss.ts'
import { sendWithEtag } from '#platform/send-with-etag.ts'

/**
 * Route of the journey's feed at `/journey/feed.xml`.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 */
export function journeyRoutes({
  journey,
  origin,
  siteName,
}: {
  journey: JourneyService
  origin: string
  siteName: () => string
}) {
  return async (app: FastifyInstance) => {
    app.get('/journey/feed.xml', { config: { isPublic: true } }, (request, reply) => {
      const body = journeyFeed(journey.milestones(), journey.page().lead, { origin, siteName: siteName() })
      return sendWithEtag(request, reply, { body, type: 'application/rss+xml; charset=utf-8', maxAgeSeconds: 3600 })
    })
  }
}

/**
 * Returns the milestones as RSS 2.0, newest first. Items have no `pubDate`, because only the year of a milestone is
 * known.
 *
 * @param site.origin Absolute origin of the site, without a trailing slash.
 */
function journeyFeed(
  milestones: readonly Milestone[],
  lead: string,
  { origin, siteName }: { origin: string; siteName: string },
): string {
  const page = `${origin}/journey`
  return writeRss({
    title: `${siteName}: milestones of the journey`,
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
