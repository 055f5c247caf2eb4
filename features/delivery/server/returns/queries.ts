import { and, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { issues } from '#features/issues/server/tables.ts'
import { subscriberEvents, subscribers, suppressions } from '#features/subscribers/server/tables.ts'
import { deliveries, readings, returnedMails } from '../tables.ts'

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

/** One of a person's copies: when it went, and whether it came back. */
export type LastCopy = { dueAt: Date; cameBack: boolean }

/**
 * Lists the newest copies of a person, newest first, with whether one of those kinds came back of them.
 *
 * @param since Copies of before are left out.
 * @param without Copies of which this came back are left out.
 */
export async function listLast(
  tx: Executor,
  subscriberId: string,
  kinds: ('bounce' | 'delay')[],
  { limit, since, without }: { limit: number; since?: Date | undefined; without?: 'block' },
): Promise<LastCopy[]> {
  const has = (names: string[]) =>
    sql<boolean>`EXISTS (SELECT FROM newsletter_readings r WHERE r.delivery_id = newsletter_deliveries.id AND r.kind = ANY(${sql.param(names)}::text[]))`
  return tx
    .select({ dueAt: deliveries.dueAt, cameBack: has(kinds) })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.subscriberId, subscriberId),
        inArray(deliveries.state, ['sent', 'failed', 'claimed', 'in_data', 'uncertain']),
        since && gt(deliveries.dueAt, since),
        without && sql`NOT ${has([without])}`,
      ),
    )
    .orderBy(desc(deliveries.dueAt), desc(deliveries.id))
    .limit(limit)
}

/** When an address was last taken off the suppressions, or its person last said that they read mail there. */
export async function findReleasedAt(tx: Executor, subscriberId: string): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: subscriberEvents.at })
    .from(subscriberEvents)
    .where(
      and(
        eq(subscriberEvents.subscriberId, subscriberId),
        inArray(subscriberEvents.kind, ['released', 'released-to-list', 'confirmed', 'came-back']),
      ),
    )
    .orderBy(desc(subscriberEvents.at))
    .limit(1)
  return row?.at
}

/** The issue a copy is of. */
export async function findIssueOf(db: Executor, deliveryId: string): Promise<string | undefined> {
  const [row] = await db.select({ issueId: deliveries.issueId }).from(deliveries).where(eq(deliveries.id, deliveryId))
  return row?.issueId
}

/** @param isInRow Whether the letter before was late, too; otherwise it is the first again. */
export async function countSoftBounce(tx: Executor, subscriberId: string, isInRow: boolean): Promise<void> {
  await tx
    .update(subscribers)
    .set({ softBounces: isInRow ? sql`${subscribers.softBounces} + 1` : 1 })
    .where(eq(subscribers.id, subscriberId))
}

/** @returns whether the person was on the list, or would be but for mail that came back. */
export async function unsubscribeSubscriber(tx: Executor, id: string): Promise<boolean> {
  const isOnlyBounced = sql`${subscribers.status} = 'suppressed' AND EXISTS (SELECT FROM suppressions x WHERE x.email_fingerprint = ${subscribers.emailFingerprint} AND x.reason = 'bounce')`
  const rows = await tx
    .update(subscribers)
    .set({ status: 'unsubscribed' })
    .where(and(eq(subscribers.id, id), or(inArray(subscribers.status, ['subscribed', 'pending']), isOnlyBounced)))
    .returning({ id: subscribers.id })
  return rows.length > 0
}

/** A reason that stands already stays, but a complaint outlasts what may be taken back. */
export async function insertSuppression(tx: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  const { reason, detail, at } = row
  await tx
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: suppressions.emailFingerprint,
      set: { reason, detail, at, isImported: false },
      setWhere:
        reason === 'complaint'
          ? or(inArray(suppressions.reason, ['by-desk', 'bounce']), suppressions.isImported)
          : sql`false`,
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
    .set({ status: 'suppressed', statusBefore: subscribers.status })
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

/** An issue with copies that were refused because of us. */
export type BlockedIssue = { id: string; title: string; status: string; copies: number; since: Date; said: string }

/** Copies that were handed over after somebody last saw to it: what comes back of earlier ones says nothing new. */
const isUnsettled = sql`(${issues.blocksSettledAt} IS NULL OR coalesce(${deliveries.claimedAt}, ${deliveries.sentAt}, ${deliveries.dueAt}) > ${issues.blocksSettledAt})`
const isBlock = sql`${readings.kind} = 'block'`
const lastSaid = sql<string>`(array_agg(${readings.reason} ORDER BY ${readings.at} DESC))[1]`

/** Issues whose copies were refused because of us and that nobody has seen to, the newest first. */
export async function listBlocked(db: Executor, limit: number): Promise<BlockedIssue[]> {
  const since = sql<Date>`min(${readings.at})`.mapWith(readings.at)
  return db
    .select({
      id: issues.id,
      title: issues.title,
      status: issues.status,
      copies: sql<number>`count(DISTINCT ${readings.deliveryId})::int`,
      since,
      said: lastSaid,
    })
    .from(readings)
    .innerJoin(deliveries, eq(deliveries.id, readings.deliveryId))
    .innerJoin(issues, eq(issues.id, readings.issueId))
    .where(and(isBlock, isUnsettled))
    .groupBy(issues.id, issues.title, issues.status)
    .orderBy(desc(since))
    .limit(limit)
}

/** Issues that are being sent and have such copies; all, or the one. */
export async function listBlockedSending(db: Executor, issueId?: string): Promise<string[]> {
  const rows = await db
    .select({ id: issues.id })
    .from(readings)
    .innerJoin(issues, eq(issues.id, readings.issueId))
    .where(and(isBlock, eq(issues.status, 'sending'), issueId === undefined ? undefined : eq(issues.id, issueId)))
    .groupBy(issues.id)
  return rows.map(({ id }) => id)
}

/** How many copies of an issue were refused because of us, and what was said last. */
export async function countBlocked(db: Executor, issueId: string): Promise<{ copies: number; said: string }> {
  const [row] = await db
    .select({ copies: sql<number>`count(DISTINCT ${readings.deliveryId})::int`, said: lastSaid })
    .from(readings)
    .innerJoin(deliveries, eq(deliveries.id, readings.deliveryId))
    .innerJoin(issues, eq(issues.id, readings.issueId))
    .where(and(isBlock, eq(readings.issueId, issueId), isUnsettled))
  return { copies: row?.copies ?? 0, said: row?.said ?? '' }
}

/** How many copies of an issue were handed over since somebody last saw to those that were refused because of us. */
export async function countHandedOver(db: Executor, issueId: string): Promise<number> {
  const [row] = await db
    .select({ copies: sql<number>`count(*)::int` })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(
      and(eq(deliveries.issueId, issueId), inArray(deliveries.state, ['sent', 'failed', 'uncertain']), isUnsettled),
    )
  return row?.copies ?? 0
}

/** @returns false when no copy of the issue waits for it. */
export async function settleBlocks(db: Executor, issueId: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE newsletter_issues i SET blocks_settled_at = ${at.toISOString()}::timestamptz
    WHERE i.id = ${issueId} AND EXISTS (
      SELECT FROM newsletter_readings r JOIN newsletter_deliveries d ON d.id = r.delivery_id
      WHERE r.issue_id = i.id AND r.kind = 'block'
        AND (i.blocks_settled_at IS NULL OR coalesce(d.claimed_at, d.sent_at, d.due_at) > i.blocks_settled_at))`)
  return (rowCount ?? 0) > 0
}

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
export async function listOpenReturned(
  db: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReturnedRow[]> {
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
export async function settleReturned(
  tx: Executor,
  id: string,
  { at, actor }: { at: Date; actor: string },
): Promise<boolean> {
  const rows = await tx
    .update(returnedMails)
    .set({ settledAt: at, settledBy: actor })
    .where(and(eq(returnedMails.id, id), isNull(returnedMails.settledAt)))
    .returning({ id: returnedMails.id })
  return rows.length > 0
}
