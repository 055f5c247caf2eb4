import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Executor } from '../newsletter-parts.ts'
import { deliveries } from '../sending/tables.ts'
import { subscriberEvents, subscribers, suppressions } from '../tables.ts'
import { readings } from '../tracking/tables.ts'

/** Where a copy went; empty once the person was erased. */
export async function findCopyAddress(tx: Executor, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ email: deliveries.email }).from(deliveries).where(eq(deliveries.id, id))
  return row?.email
}

export async function hasReading(tx: Executor, deliveryId: string, kind: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: readings.id })
    .from(readings)
    .where(and(eq(readings.deliveryId, deliveryId), eq(readings.kind, kind)))
    .limit(1)
  return row !== undefined
}

/** @returns whether that came back of each of the newest copies of a person, newest first. */
export async function listLast(tx: Executor, subscriberId: string, kind: 'bounce' | 'delay', count: number): Promise<boolean[]> {
  const rows = await tx
    .select({
      cameBack: sql<boolean>`EXISTS (SELECT FROM newsletter_readings r WHERE r.delivery_id = newsletter_deliveries.id AND r.kind = ${kind})`,
    })
    .from(deliveries)
    .where(and(eq(deliveries.subscriberId, subscriberId), inArray(deliveries.state, ['sent', 'failed', 'claimed', 'in_data', 'uncertain'])))
    .orderBy(desc(deliveries.dueAt), desc(deliveries.id))
    .limit(count)
  return rows.map(({ cameBack }) => cameBack)
}

/** @param isInRow Whether the letter before was late, too; otherwise it is the first again. */
export async function countSoftBounce(tx: Executor, subscriberId: string, isInRow: boolean): Promise<void> {
  await tx
    .update(subscribers)
    .set({ softBounces: isInRow ? sql`${subscribers.softBounces} + 1` : 1 })
    .where(eq(subscribers.id, subscriberId))
}

/** @returns whether the person was on the list. */
export async function unsubscribeSubscriber(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(subscribers)
    .set({ status: 'unsubscribed' })
    .where(and(eq(subscribers.id, id), inArray(subscribers.status, ['subscribed', 'pending'])))
    .returning({ id: subscribers.id })
  return rows.length > 0
}

/** A reason that stands already stays, but for one the desk may take back: what came back of a letter outlasts that. */
export async function insertSuppression(tx: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  const { reason, detail, at } = row
  await tx
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: suppressions.emailFingerprint,
      set: { reason, detail, at },
      setWhere: eq(suppressions.reason, 'by-desk'),
    })
}

/** Holds the person of a copy until the transaction ends: before their copies, as whoever leaves or is erased does. */
export async function holdReader(tx: Executor, deliveryId: string): Promise<void> {
  await tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .innerJoin(deliveries, eq(deliveries.subscriberId, subscribers.id))
    .where(eq(deliveries.id, deliveryId))
    .for('update', { of: subscribers })
}

/** @returns the person's id when they were not suppressed before. */
export async function suppressSubscriber(tx: Executor, email: string): Promise<string | undefined> {
  const [row] = await tx
    .update(subscribers)
    .set({ status: 'suppressed' })
    .where(and(eq(subscribers.email, email), sql`${subscribers.status} <> 'suppressed'`))
    .returning({ id: subscribers.id })
  return row?.id
}

export async function insertSubscriberEvent(tx: Executor, row: typeof subscriberEvents.$inferInsert): Promise<void> {
  await tx.insert(subscriberEvents).values(row)
}

/** @returns the newest copy that reached a person. */
export async function findLastCopy(tx: Executor, subscriberId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.subscriberId, subscriberId), isNotNull(deliveries.sentAt)))
    .orderBy(desc(deliveries.sentAt))
    .limit(1)
  return row?.id
}
