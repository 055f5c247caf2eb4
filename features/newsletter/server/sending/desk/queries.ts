import { and, asc, count, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { issues } from '../../issues/tables.ts'
import type { Executor } from '../../newsletter-parts.ts'
import { deliveries, sendingSettings } from '../tables.ts'

/** How the house sends. */
export type SendingSettings = Omit<typeof sendingSettings.$inferSelect, 'id'>
/** One word for where a copy stands. */
export type DeliveryState = (typeof deliveries.$inferSelect)['state']

const theRow = 1

/** Until somebody changed something. */
export const settingsAtFirst: SendingSettings = {
  isHeld: false,
  heldReason: '',
  isCounted: true,
  ratePerSecond: null,
  stopAfterErrors: 20,
  sendsDigest: true,
}

export async function readSettings(db: Executor): Promise<SendingSettings> {
  const [row] = await db.select().from(sendingSettings).where(eq(sendingSettings.id, theRow))
  return row ?? settingsAtFirst
}

export async function writeSettings(db: Executor, change: Partial<SendingSettings>): Promise<SendingSettings> {
  const [row] = await db
    .insert(sendingSettings)
    .values({ ...settingsAtFirst, ...change, id: theRow })
    .onConflictDoUpdate({ target: sendingSettings.id, set: { ...change, id: theRow } })
    .returning()
  return row ?? settingsAtFirst
}

/** How many copies of each issue stand where; told from the index alone, however many there are. */
export async function countStates(db: Executor, ids: string[]): Promise<{ issueId: string; state: DeliveryState; total: number }[]> {
  if (ids.length === 0) return []
  return db
    .select({ issueId: deliveries.issueId, state: deliveries.state, total: count() })
    .from(deliveries)
    .where(inArray(deliveries.issueId, ids))
    .groupBy(deliveries.issueId, deliveries.state)
}

/** How many copies of each issue were sent after `since`. */
export async function countSentSince(db: Executor, ids: string[], since: Date): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ issueId: deliveries.issueId, total: count() })
    .from(deliveries)
    // The state word for word, as the index is made.
    .where(and(inArray(deliveries.issueId, ids), sql`${deliveries.state} = 'sent'`, gt(deliveries.sentAt, since)))
    .groupBy(deliveries.issueId)
  return new Map(rows.map(({ issueId, total }) => [issueId, total]))
}

/** Who has that slot, if anybody. */
export async function findBySlot(db: Executor, slot: string): Promise<{ id: string; title: string; status: string } | undefined> {
  const [row] = await db.select({ id: issues.id, title: issues.title, status: issues.status }).from(issues).where(eq(issues.slot, slot))
  return row
}

/** What goes next. */
export async function findNextScheduled(
  db: Executor,
): Promise<Pick<typeof issues.$inferSelect, 'id' | 'title' | 'kind' | 'dueAt'> | undefined> {
  const [row] = await db
    .select({ id: issues.id, title: issues.title, kind: issues.kind, dueAt: issues.dueAt })
    .from(issues)
    .where(and(eq(issues.status, 'scheduled'), isNotNull(issues.dueAt)))
    .orderBy(asc(issues.dueAt))
    .limit(1)
  return row
}

/** Scheduled issues whose time has come, those that wait longest first. */
export async function listDue(db: Executor, now: Date): Promise<{ id: string; dueAt: Date | null }[]> {
  return db
    .select({ id: issues.id, dueAt: issues.dueAt })
    .from(issues)
    .where(and(eq(issues.status, 'scheduled'), lte(issues.dueAt, now)))
    .orderBy(asc(issues.dueAt))
}

/** What is being sent, the oldest first. */
export async function listSending(db: Executor): Promise<string[]> {
  const rows = await db.select({ id: issues.id }).from(issues).where(eq(issues.status, 'sending')).orderBy(asc(issues.startedAt))
  return rows.map(({ id }) => id)
}

/** Says of copies nobody knows about what the editor decided. @returns how many it were. */
export async function settleUncertain(
  db: Executor,
  issueId: string,
  ids: string[] | 'all',
  change: Partial<Pick<typeof deliveries.$inferInsert, 'state' | 'dueAt' | 'response' | 'claimedBy' | 'sentAt'>>,
): Promise<number> {
  if (ids !== 'all' && ids.length === 0) return 0
  const rows = await db
    .update(deliveries)
    .set(change)
    .where(and(eq(deliveries.issueId, issueId), eq(deliveries.state, 'uncertain'), ids === 'all' ? undefined : inArray(deliveries.id, ids)))
    .returning({ id: deliveries.id })
  return rows.length
}

/** A cancelled issue goes to nobody else; what is being handed over this moment ends as it ends. */
export async function dropWaiting(db: Executor, issueId: string, response: string): Promise<number> {
  const { rowCount } = await db.execute(
    sql`UPDATE newsletter_deliveries SET state = 'dropped', response = ${response}, claimed_by = NULL WHERE issue_id = ${issueId} AND state IN ('queued', 'claimed')`,
  )
  return rowCount ?? 0
}
