import { and, count, desc, eq, inArray, isNotNull, lt, ne, or } from 'drizzle-orm'
import { issues } from '../issues/tables.ts'
import type { Executor } from '../newsletter-parts.ts'
import { deliveries, sendingSettings } from '../sending/tables.ts'

/** Issues that stopped by themselves or are late; what a person paused is told as well, because readers wait. */
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

/** Issues with copies of which nobody knows whether they arrived. */
export async function listUncertain(db: Executor, limit: number) {
  return db
    .select({ id: issues.id, title: issues.title, copies: count(), updatedAt: issues.updatedAt })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(and(eq(deliveries.state, 'uncertain'), inArray(issues.status, ['sending', 'paused', 'sent', 'failed'])))
    .groupBy(issues.id, issues.title, issues.updatedAt)
    .orderBy(desc(issues.updatedAt))
    .limit(limit)
}

/** Which of these issues have such copies; told from the index alone, however many copies an issue has. */
export async function listWithUncertain(db: Executor, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: deliveries.issueId })
    .from(deliveries)
    .where(and(eq(deliveries.state, 'uncertain'), inArray(deliveries.issueId, ids)))
    .groupBy(deliveries.issueId)
  return rows.map(({ id }) => id)
}

export async function findHold(db: Executor): Promise<string | undefined> {
  const [row] = await db.select({ isHeld: sendingSettings.isHeld, reason: sendingSettings.heldReason }).from(sendingSettings)
  return row?.isHeld ? row.reason : undefined
}

/** Whether there is an issue for this Friday, so that nobody forgets to write one. */
export async function hasIssueFor(db: Executor, slot: string): Promise<boolean> {
  const rows = await db
    .select({ id: issues.id })
    .from(issues)
    .where(and(eq(issues.slot, slot), ne(issues.status, 'draft')))
    .limit(1)
  return rows.length > 0
}

/** Whether any letter was ever sent: before that nobody was promised one. */
export async function hasEverSent(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: issues.id }).from(issues).where(isNotNull(issues.sentAt)).limit(1)
  return rows.length > 0
}
