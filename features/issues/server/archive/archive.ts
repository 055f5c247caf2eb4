import { cutText } from '#shared/cut-text.ts'
import type { ArchivedIssue, ArchiveService, IssueHeadline, Insight, Source, Tool } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { issueFeed } from './feed.ts'
import { plainText, publicHtml, withoutVariables } from './public-html.ts'
import {
  findReadable,
  listNewestSent,
  listReadable,
  type SentHeadline,
  type SentIssue,
  getReadableVersion,
} from './queries.ts'

/** Poll interval without notifications, which is the longest time in which a process may miss an issue. */
const pollMs = 30_000

/** Number of issues in the feed. */
const feedLength = 30

const summaryLength = 240

/** The archive with its updates; every process that shows pages has one. */
type Archive = ArchiveService & {
  /** Returns the newest issues as RSS 2.0. @throws AppError `unavailable`. */
  feed(): Promise<string>
  /** Calls the listener after an issue was sent or changed by any process. */
  onChange(listener: () => void): void
  /** Loads the issues and follows their changes from then on. */
  connect(): Promise<void>
  /** Checks at once. */
  checkNow(): Promise<void>
  stop(): Promise<void>
}

export function createArchive({ db, config, changes }: Pick<ProcessDeps, 'db' | 'config' | 'changes'>): Archive {
  const listeners: (() => void)[] = []
  let stamp = ''
  let headlines: readonly IssueHeadline[] = []
  let bySlug = new Map<string, IssueHeadline>()
  let cachedFeed: { siteName: string; feed: Promise<string> } | undefined
  let endFollowing: (() => Promise<void>) | undefined
  let refreshing: Promise<void> = Promise.resolve()

  const refresh = async () => {
    const now = await getReadableVersion(db)
    if (now === stamp) return
    const rows = await listReadable(db)
    let number = rows.filter((row) => !wasCancelled(row)).length
    const readable = rows.map((row) => headlineOf(row, wasCancelled(row) ? 0 : number--))
    headlines = readable.filter((_, index) => rows[index]?.sentAt)
    bySlug = new Map(readable.map((headline) => [headline.slug, headline]))
    cachedFeed = undefined
    stamp = now
    for (const listener of listeners) listener()
  }

  // Serialized, so that an older response is never applied last.
  const poll = () => (refreshing = refreshing.catch(() => undefined).then(refresh))

  async function writeFeed(siteName: string): Promise<string> {
    const issues = await listNewestSent(db, feedLength)
    const entries = issues.flatMap((issue) => {
      const headline = bySlug.get(issue.slug)
      const html = publicHtml(issue.content.html_content, { origin: config.origin, links: 'absolute' })
      return headline ? [{ ...headline, html, ...partsOf(issue) }] : []
    })
    return issueFeed(entries, { origin: config.origin, siteName })
  }

  return {
    list: () => headlines,
    find: (slug) => bySlug.get(slug),
    async read(slug) {
      const headline = bySlug.get(slug)
      const issue = headline && (await withUnavailableError(findReadable(db, slug)))
      if (!headline || !issue) return undefined
      // An issue in progress is newer than all others.
      const at = headlines.indexOf(headline)
      return emailOf(headline, issue, { newer: headlines[at - 1], older: headlines[at + 1] }, config.origin)
    },
    // Cleaning thirty issues takes a while and anyone may request the feed, so it is cached until an issue is sent or
    // the owner renames the site.
    feed() {
      const siteName = config.SITE_NAME
      if (cachedFeed?.siteName === siteName) return cachedFeed.feed
      const written = { siteName, feed: withUnavailableError(writeFeed(siteName)) }
      cachedFeed = written
      written.feed.catch(() => {
        if (cachedFeed === written) cachedFeed = undefined
      })
      return written.feed
    },
    onChange: (listener) => void listeners.push(listener),
    async connect() {
      await poll()
      // If the database is unreachable, the next poll retries.
      endFollowing = changes.subscribe({ topics: ['newsletter_issues'], everyMs: pollMs, check: poll })
    },
    checkNow: poll,
    stop: async () => endFollowing?.(),
  }
}

const wasCancelled = ({ sentAt, cancelledAt }: SentHeadline) => sentAt === null && cancelledAt !== null

function headlineOf(
  { slug, kind, title, summary, preheader, html, sentAt, startedAt }: SentHeadline,
  number: number,
): IssueHeadline {
  const words =
    [summary, preheader].map((text) => withoutVariables(text).trim()).find(Boolean) ?? shortened(plainText(html))
  return {
    slug,
    number,
    kind,
    title,
    summary: words || title,
    sentAt: (sentAt ?? startedAt ?? new Date(0)).toISOString(),
  }
}

function emailOf(
  headline: IssueHeadline,
  issue: SentIssue,
  around: Pick<ArchivedIssue, 'older' | 'newer'>,
  origin: string,
): ArchivedIssue {
  return {
    ...headline,
    html: publicHtml(issue.content.html_content, { origin, links: 'paths' }),
    ...partsOf(issue),
    ...around,
  }
}

/** Only web links are followed. */
function partsOf({ content }: SentIssue): { insights: Insight[]; tools: Tool[]; sources: Source[] } {
  const isSafe = ({ url }: Source) => /^https?:\/\//i.test(url) && URL.canParse(url)
  const insights = content.key_insights.length > 0 ? content.key_insights : content.ai_insights
  return {
    insights: insights.filter(({ source }) => isSafe(source)),
    tools: content.freemium_tools.filter(({ source }) => isSafe(source)),
    sources: content.featured_sources.filter(isSafe),
  }
}

function shortened(text: string): string {
  const cut = cutText(text, summaryLength)
  return cut === text ? text : `${cut.replace(/[\s,;:.]+\S*$/, '')}…`
}
