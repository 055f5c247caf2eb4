import type { Milestone } from '#features/journey/contract.ts'

/**
 * The milestones as RSS 2.0, newest first. Items carry no `pubDate`: a milestone knows its year, and a day would be invented.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 * @see https://www.rssboard.org/rss-specification
 */
export function journeyFeed(milestones: readonly Milestone[], lead: string, origin: string): string {
  const page = `${origin}/journey`
  const items = milestones
    .toReversed()
    .map((milestone) => [
      '    <item>',
      `      <title>${escapeXml(`${milestone.period}: ${milestone.title}`)}</title>`,
      `      <link>${escapeXml(`${page}#${milestone.id}`)}</link>`,
      `      <guid isPermaLink="true">${escapeXml(`${page}#${milestone.id}`)}</guid>`,
      `      <category>${escapeXml(milestone.category)}</category>`,
      `      <description>${escapeXml(milestone.award ? `${milestone.description} Award: ${milestone.award}.` : milestone.description)}</description>`,
      '    </item>',
    ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '  <channel>',
    '    <title>Swade: milestones of the journey</title>',
    `    <link>${escapeXml(page)}</link>`,
    `    <atom:link href="${escapeXml(`${page}/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    `    <description>${escapeXml(lead)}</description>`,
    '    <language>en</language>',
    ...items.flat(),
    '  </channel>',
    '</rss>',
    '',
  ].join('\n')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

// Control characters are not allowed in XML at all, not even escaped.
function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"']/g, (character) => entities[character]!)
}
