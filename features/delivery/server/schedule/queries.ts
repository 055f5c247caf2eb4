import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { auditLog } from '#platform/admin/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { IssueContent } from '#features/issues/contract.ts'
import { issues } from '#features/issues/server/tables.ts'
import { deliveries, sendingSettings } from '../tables.ts'

/** Lists weekly issues that were sent in that time, oldest first. */
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

/** Issue in the slot of a digest. */
export type Digest = Pick<typeof issues.$inferSelect, 'id' | 'title' | 'status' | 'version'> & {
  wasUnscheduled: boolean
}

export async function findDigest(db: Executor, slot: string): Promise<Digest | undefined> {
  const [row] = await db
    .select({
      id: issues.id,
      title: issues.title,
      status: issues.status,
      version: issues.version,
      wasUnscheduled: sql<boolean>`EXISTS (SELECT FROM audit_log e WHERE e.subject = 'issue:' || newsletter_issues.id AND e.action = 'issue.unschedule')`,
    })
    .from(issues)
    .where(eq(issues.slot, slot))
  return row
}

/** Returns whether an issue was ever created for that slot. */
export async function wasMade(db: Executor, slot: string): Promise<boolean> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(eq(auditLog.subject, `slot:${slot}`))
    .limit(1)
  return rows.length > 0
}

/** Lists issues that are paused or overdue; manually paused ones included, because subscribers are waiting. */
export async function listStopped(db: Executor, lateBefore: Date, limit: number) {
  return db
    .select({
      id: issues.id,
      title: issues.title,
      status: issues.status,
      reason: issues.reason,
      dueAt: issues.dueAt,
      updatedAt: issues.updatedAt,
    })
    .from(issues)
    .where(or(eq(issues.status, 'paused'), and(eq(issues.status, 'scheduled'), lt(issues.dueAt, lateBefore))))
    .orderBy(desc(issues.updatedAt))
    .limit(limit)
}

/** Lists issues with uncertain deliveries. */
export async function listUncertain(db: Executor, limit: number) {
  return db
    .select({ id: issues.id, title: issues.title, deliveryCount: count(), updatedAt: issues.updatedAt })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(and(eq(deliveries.state, 'uncertain'), inArray(issues.status, ['sending', 'paused', 'sent', 'failed'])))
    .groupBy(issues.id, issues.title, issues.updatedAt)
    .orderBy(desc(issues.updatedAt))
    .limit(limit)
}

export async function findPauseReason(db: Executor): Promise<string | undefined> {
  const [row] = await db
    .select({ isPaused: sendingSettings.isPaused, reason: sendingSettings.pausedReason })
    .from(sendingSettings)
  return row?.isPaused ? row.reason : undefined
}

/** Returns whether an issue is scheduled for this Friday. */
export async function hasIssueFor(db: Executor, slot: string): Promise<boolean> {
  const rows = await db
    .select({ id: issues.id })
    .from(issues)
    .where(and(eq(issues.slot, slot), ne(issues.status, 'draft')))
    .limit(1)
  return rows.length > 0
}

/** Returns whether any issue was ever sent; before that, no issue is missing. */
export async function hasEverSent(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: issues.id }).from(issues).where(isNotNull(issues.sentAt)).limit(1)
  return rows.length > 0
}
