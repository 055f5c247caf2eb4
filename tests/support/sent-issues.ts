import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/database/open-database.ts'
import { issueLinks, issues } from '#features/issues/server/tables.ts'
import { deliveries } from '#features/delivery/server/tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'

const content = {
  content: '',
  html_content: '<p>News</p>',
  summary: '',
  preheader: '',
  featured_sources: [],
  key_insights: [],
  ai_insights: [],
  freemium_tools: [],
  written_by: 'a person',
}

/** Inserts a subscriber. */
export async function addSubscriber(
  { db }: Pick<Database, 'db'>,
  overrides: Partial<typeof subscribers.$inferInsert> = {},
) {
  const [row] = await db
    .insert(subscribers)
    .values({ email: `reader-${randomBytes(6).toString('hex')}@example.com`, status: 'subscribed', ...overrides })
    .returning()
  return row!
}

/** Inserts an issue sent at `sentAt` to subscribers, with tracked links. */
export async function addSentIssue(
  { db }: Pick<Database, 'db'>,
  {
    to,
    sentAt,
    links = ['https://example.com/one', 'https://example.com/two', 'https://example.com/three'],
    title = 'An issue',
    status = 'sent',
    isCounted = true,
  }: {
    to: { id: string; email: string }[]
    sentAt: Date
    links?: string[]
    title?: string
    status?: 'sent' | 'sending'
    isCounted?: boolean
  },
) {
  const slug = `issue-${randomBytes(5).toString('hex')}`
  const [issue] = await db
    .insert(issues)
    .values({
      slug,
      title,
      status,
      content,
      written: { subject: title, html: '', text: '', links, isCounted },
      planned: to.length,
      createdBy: 'editor@example.com',
      createdAt: sentAt,
      updatedAt: sentAt,
      startedAt: sentAt,
      sentAt,
    })
    .returning()
  if (links.length > 0)
    await db.insert(issueLinks).values(links.map((url, index) => ({ issueId: issue!.id, number: index + 1, url })))
  const rows = await db
    .insert(deliveries)
    .values(
      to.map(({ id, email }) => ({
        issueId: issue!.id,
        subscriberId: id,
        email,
        state: 'sent' as const,
        dueAt: sentAt,
        claimedAt: sentAt,
        sentAt,
      })),
    )
    .returning()
  return { issue: issue!, deliveries: rows }
}
