import { writeRss } from '#platform/rss.ts'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import {
  feedPath,
  issueLanguage,
  issuePath,
  type IssueHeadline,
  type Insight,
  type Source,
  type Tool,
} from '#features/issues/contract.ts'
import type { FastifyInstance } from 'fastify'

type FeedIssue = IssueHeadline & { html: string; insights: Insight[]; tools: Tool[]; sources: Source[] }

/**
 * Returns the full issues as RSS 2.0, newest first.
 *
 * @param site.origin Absolute origin of the site, without a trailing slash.
 */
export function issueFeed(
  issues: readonly FeedIssue[],
  { origin, siteName }: { origin: string; siteName: string },
): string {
  const newest = issues[0]
  return writeRss({
    title: `${siteName}: the Friday newsletter`,
    link: `${origin}/newsletter`,
    description: 'New music on the radio, new releases and a few useful tools.',
    language: issueLanguage,
    // Date of the newest issue, not of the request, so that the feed stays the same until an issue is sent.
    ...(newest && { lastBuildDate: new Date(newest.sentAt) }),
    ttl: 60,
    atom: { links: [{ href: origin + feedPath, rel: 'self', type: 'application/rss+xml' }] },
    items: issues.map((issue) => ({
      title: issue.title,
      link: origin + issuePath(issue.slug),
      guid: { value: origin + issuePath(issue.slug), isPermaLink: true },
      pubDate: new Date(issue.sentAt),
      description: issue.summary,
      categories: [{ name: issue.kind === 'digest' ? 'Monthly digest' : 'Weekly newsletter' }],
      content: { encoded: wholeIssue(issue) },
    })),
  })
}

function wholeIssue({ html, insights, tools, sources }: FeedIssue): string {
  const list = (title: string, items: string[]) =>
    items.length > 0 ? `<h2>${title}</h2><ul>${items.join('')}</ul>` : ''
  return [
    html,
    list(
      'Key insights',
      insights.map(({ title, description, source }) => item(title, description, source)),
    ),
    list(
      'Tools',
      tools.map(({ name, description, source }) => item(name, description, source)),
    ),
    list(
      'Sources',
      sources.map((source) => `<li>${link(source)}</li>`),
    ),
  ].join('')
}

const item = (title: string, description: string, source: Source) =>
  `<li><strong>${escaped(title)}</strong> ${escaped(description)} (${link(source)})</li>`

const link = ({ url, title }: Source) => `<a href="${escaped(url)}">${escaped(title || url)}</a>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The feed of issues at `/newsletter/feed.xml`. */
export function archiveRoutes({ archive }: { archive: { feed(): Promise<string> } }) {
  return async function routes(app: FastifyInstance) {
    app.get(feedPath, { config: { isPublic: true } }, async (request, reply) => {
      const body = await archive.feed()
      return sendWithEtag(request, reply, { body, type: 'application/rss+xml; charset=utf-8', maxAgeSeconds: 300 })
    })
  }
}
