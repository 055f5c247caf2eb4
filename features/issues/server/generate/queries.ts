import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { issues } from '../tables.ts'
import type { Executor } from '#platform/database/open-database.ts'

/** Returns when the last weekly issue was sent. */
export async function findLastSent(db: Executor): Promise<Date | undefined> {
  const [row] = await db
    .select({ sentAt: issues.sentAt })
    .from(issues)
    .where(and(eq(issues.kind, 'weekly'), isNotNull(issues.sentAt)))
    .orderBy(desc(issues.sentAt))
    .limit(1)
  return row?.sentAt ?? undefined
}

/** Lists the titles of the newest issues, drafts included. @param except Id of an issue that is not listed. */
export async function listRecentTitles(db: Executor, limit: number, except?: string): Promise<string[]> {
  const rows = await db
    .select({ title: issues.title })
    .from(issues)
    .where(except === undefined ? undefined : ne(issues.id, except))
    .orderBy(desc(issues.createdAt))
    .limit(limit)
  return rows.map(({ title }) => title)
}

/** Finds a weekly issue that is being sent for the first time, otherwise one that starts between two times. */
export async function findInFlight(
  db: Executor,
  from: Date,
  until: Date,
): Promise<{ title: string; isSending: boolean } | undefined> {
  const isSending = eq(issues.status, 'sending')
  const isDue = and(eq(issues.status, 'scheduled'), gt(issues.dueAt, from), lt(issues.dueAt, until))
  const [row] = await db
    .select({ title: issues.title, isSending: sql<boolean>`${isSending}` })
    .from(issues)
    .where(and(eq(issues.kind, 'weekly'), or(and(isSending, isNull(issues.sentAt)), isDue)))
    .orderBy(desc(isSending))
    .limit(1)
  return row
}
