import { writeRss } from '#platform/rss.ts'
import type { Milestone } from '#features/journey/contract.ts'

/**
 * The milestones as RSS 2.0, newest first. Items carry no `pubDate`: a milestone knows its year, and a day would be invented.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 */
export function journeyFeed(milestones: readonly Milestone[], lead: string, origin: string): string {
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
