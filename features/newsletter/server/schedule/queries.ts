import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { IssueContent } from '#features/newsletter/issue.ts'
import { issues } from '../issues/tables.ts'
import type { Executor } from '../newsletter-parts.ts'

/** Weekly issues that were sent in that time, the oldest first. */
export async function listSentBetween(
  db: Executor,
  from: Date,
  until: Date,
): Promise<{ slug: string; title: string; content: IssueContent }[]> {
  return db
    .select({ slug: issues.slug, title: issues.title, content: issues.content })
    .from(issues)
    .where(and(eq(issues.kind, 'weekly'), eq(issues.status, 'sent'), gte(issues.sentAt, from), lt(issues.sentAt, until)))
    .orderBy(asc(issues.sentAt))
}
