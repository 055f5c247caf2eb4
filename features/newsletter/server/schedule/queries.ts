import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { IssueContent } from '#features/newsletter/issue.ts'
import { issues } from '../issues/tables.ts'
import type { Executor } from '../newsletter-parts.ts'
import { adminEvents } from '../tables.ts'

/** Weekly issues that were sent in that time, the oldest first. */
export async function listSentBetween(
  db: Executor,
  from: Date,
  until: Date,
): Promise<{ slug: string; title: string; content: IssueContent }[]> {
  return db
    .select({ slug: issues.slug, title: issues.title, content: issues.content })
    .from(issues)
    .where(and(eq(issues.kind, 'weekly'), gte(issues.sentAt, from), lt(issues.sentAt, until)))
    .orderBy(asc(issues.sentAt))
}

/** The issue that has the slot of a digest. */
export type Digest = Pick<typeof issues.$inferSelect, 'id' | 'title' | 'status' | 'version'> & { wasTakenBack: boolean }

export async function findDigest(db: Executor, slot: string): Promise<Digest | undefined> {
  const [row] = await db
    .select({
      id: issues.id,
      title: issues.title,
      status: issues.status,
      version: issues.version,
      wasTakenBack: sql<boolean>`EXISTS (SELECT FROM admin_events e WHERE e.subject = 'issue:' || newsletter_issues.id AND e.act = 'issue.unschedule')`,
    })
    .from(issues)
    .where(eq(issues.slot, slot))
  return row
}

/** Whether an issue was ever made for that slot, whatever became of it. */
export async function wasMade(db: Executor, slot: string): Promise<boolean> {
  const rows = await db
    .select({ id: adminEvents.id })
    .from(adminEvents)
    .where(eq(adminEvents.subject, `slot:${slot}`))
    .limit(1)
  return rows.length > 0
}
