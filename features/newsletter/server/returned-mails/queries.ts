import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { issues } from '../issues/tables.ts'
import type { Executor } from '../newsletter-parts.ts'
import { deliveries } from '../sending/tables.ts'
import { returnedMails } from './tables.ts'

/** A mail that waits, with the copy it came back to. */
export type ReturnedRow = Pick<
  typeof returnedMails.$inferSelect,
  'id' | 'kind' | 'subject' | 'sender' | 'excerpt' | 'about' | 'times' | 'at'
> & { email: string; subscriberId: string | null; issueId: string; title: string }

/** Keeps a mail; the same one again opens it again and counts. */
export async function upsertReturned(tx: Executor, row: typeof returnedMails.$inferInsert): Promise<void> {
  await tx
    .insert(returnedMails)
    .values(row)
    .onConflictDoUpdate({
      target: [returnedMails.deliveryId, returnedMails.fingerprint],
      set: { times: sql`${returnedMails.times} + 1`, at: row.at, settledAt: null, settledBy: '' },
    })
}

/** Counts one more at the newest mail of a copy. */
export async function repeatReturned(tx: Executor, deliveryId: string, at: Date): Promise<void> {
  const newest = sql`(SELECT id FROM newsletter_returned_mails WHERE delivery_id = ${deliveryId} ORDER BY at DESC, id LIMIT 1)`
  await tx
    .update(returnedMails)
    .set({ times: sql`${returnedMails.times} + 1`, at, settledAt: null, settledBy: '' })
    .where(eq(returnedMails.id, newest))
}

/** How many mails of a copy are kept. */
export async function countReturnedOf(tx: Executor, deliveryId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(returnedMails).where(eq(returnedMails.deliveryId, deliveryId))
  return row?.total ?? 0
}

/** How many mails wait for a person. */
export async function countOpenReturned(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(returnedMails).where(isNull(returnedMails.settledAt))
  return row?.total ?? 0
}

/** Mails that wait for a person, the newest first. */
export async function listOpenReturned(db: Executor, { limit, offset }: { limit: number; offset: number }): Promise<ReturnedRow[]> {
  const { id, kind, subject, sender, excerpt, about, times, at } = returnedMails
  return db
    .select({
      id,
      kind,
      subject,
      sender,
      excerpt,
      about,
      times,
      at,
      email: deliveries.email,
      subscriberId: deliveries.subscriberId,
      issueId: deliveries.issueId,
      title: issues.title,
    })
    .from(returnedMails)
    .innerJoin(deliveries, eq(deliveries.id, returnedMails.deliveryId))
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(isNull(returnedMails.settledAt))
    .orderBy(desc(at), desc(id))
    .limit(limit)
    .offset(offset)
}

/** @returns false when it does not wait. */
export async function settleReturned(tx: Executor, id: string, { at, actor }: { at: Date; actor: string }): Promise<boolean> {
  const rows = await tx
    .update(returnedMails)
    .set({ settledAt: at, settledBy: actor })
    .where(and(eq(returnedMails.id, id), isNull(returnedMails.settledAt)))
    .returning({ id: returnedMails.id })
  return rows.length > 0
}
