import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { issues } from '../tables.ts'

export type SentIssue = Pick<typeof issues.$inferSelect, 'slug' | 'kind' | 'title' | 'content' | 'sentAt'>
export type SentHeadline = Pick<SentIssue, 'slug' | 'kind' | 'title' | 'sentAt'> & {
  startedAt: Date | null
  cancelledAt: Date | null
  summary: string
  preheader: string
  html: string
}

// Set once every delivery was attempted and never cleared, so that an issue with resent deliveries keeps its place.
const isSent = isNotNull(issues.sentAt)

// The first deliveries may have been read already, and each links to the page.
const isSendingNow = and(
  isNull(issues.sentAt),
  isNull(issues.cancelledAt),
  isNotNull(issues.startedAt),
  inArray(issues.status, ['sending', 'paused']),
)

// Canceled during sending: recipients keep the page their email links to, and it is listed nowhere. An uncertain email
// may have arrived.
const isCancelledWithReaders = and(
  isNull(issues.sentAt),
  isNotNull(issues.cancelledAt),
  sql`EXISTS (SELECT FROM newsletter_deliveries d WHERE d.issue_id = newsletter_issues.id AND d.state IN ('sent', 'uncertain'))`,
)
const isReadable = or(isSent, isSendingNow, isCancelledWithReaders)

/** Returns a value that changes whenever an issue was sent, started, changed or removed. */
export async function getReadableVersion(db: Executor): Promise<string> {
  const [row] = await db
    .select({
      stamp: sql<string>`count(*) || ' ' || count(${issues.sentAt}) || ' ' || coalesce(max(${issues.sentAt})::text, '') || ' ' || coalesce(max(${issues.updatedAt})::text, '')`,
    })
    .from(issues)
    .where(isReadable)
  return row?.stamp ?? ''
}

/** Lists readable issues, those in progress first, then the newest; `html` is only the beginning of the text. */
export async function listReadable(db: Executor): Promise<SentHeadline[]> {
  return (
    db
      .select({
        slug: issues.slug,
        kind: issues.kind,
        title: issues.title,
        sentAt: issues.sentAt,
        startedAt: issues.startedAt,
        cancelledAt: issues.cancelledAt,
        summary: sql<string>`coalesce(${issues.content}->>'summary', '')`,
        preheader: sql<string>`coalesce(${issues.content}->>'preheader', '')`,
        html: sql<string>`left(coalesce(${issues.content}->>'html_content', ''), 2000)`,
      })
      .from(issues)
      .where(isReadable)
      // Issues without a sent date come first.
      .orderBy(desc(issues.sentAt), desc(issues.startedAt), desc(issues.id))
  )
}

export async function findReadable(db: Executor, slug: string): Promise<SentIssue | undefined> {
  const [row] = await db
    .select({
      slug: issues.slug,
      kind: issues.kind,
      title: issues.title,
      content: issues.content,
      sentAt: issues.sentAt,
    })
    .from(issues)
    .where(and(isReadable, eq(issues.slug, slug)))
  return row
}

/** Lists the newest issues in full. */
export async function listNewestSent(db: Executor, count: number): Promise<SentIssue[]> {
  return db
    .select({
      slug: issues.slug,
      kind: issues.kind,
      title: issues.title,
      content: issues.content,
      sentAt: issues.sentAt,
    })
    .from(issues)
    .where(isSent)
    .orderBy(desc(issues.sentAt), desc(issues.id))
    .limit(count)
}
