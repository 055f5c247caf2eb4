import { and, count, desc, eq, gt, inArray, isNotNull, isNull, min, or, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { issues } from '#features/issues/server/tables.ts'
import { subscriberEvents, subscribers, suppressions } from '#features/subscribers/server/tables.ts'
import { deliveries, engagementEvents, returnedMails } from '../tables.ts'

/** Returns the address of a delivery; empty once the person was erased. */
export async function findDeliveryAddress(tx: Executor, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ email: deliveries.email }).from(deliveries).where(eq(deliveries.id, id))
  return row?.email
}

export async function hasEvent(tx: Executor, deliveryId: string, kind: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: engagementEvents.id })
    .from(engagementEvents)
    .where(and(eq(engagementEvents.deliveryId, deliveryId), eq(engagementEvents.kind, kind)))
    .limit(1)
  return row !== undefined
}

/** One of a person's deliveries, with its due time and whether it has feedback of the given kinds. */
type RecentDelivery = { dueAt: Date; hasReturned: boolean }

/**
 * Lists the newest deliveries of a person, newest first, with whether they have events of the given kinds.
 *
 * @param since Only deliveries due after this time.
 * @param without Leaves out deliveries with an event of this kind.
 */
export async function listRecentDeliveries(
  tx: Executor,
  subscriberId: string,
  kinds: ('bounce' | 'delay')[],
  { limit, since, without }: { limit: number; since?: Date | undefined; without?: 'block' },
): Promise<RecentDelivery[]> {
  const has = (names: string[]) =>
    sql<boolean>`EXISTS (SELECT FROM newsletter_engagement_events r WHERE r.delivery_id = newsletter_deliveries.id AND r.kind = ANY(${sql.param(names)}::text[]))`
  return tx
    .select({ dueAt: deliveries.dueAt, hasReturned: has(kinds) })
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

/** Returns when an address was last released from suppression or its person last confirmed it. */
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

/** Returns the issue of a delivery. */
export async function findIssueOf(db: Executor, deliveryId: string): Promise<string | undefined> {
  const [row] = await db.select({ issueId: deliveries.issueId }).from(deliveries).where(eq(deliveries.id, deliveryId))
  return row?.issueId
}

/** @param isConsecutive Whether the previous issue bounced too; otherwise the count restarts at one. */
export async function countSoftBounce(tx: Executor, subscriberId: string, isConsecutive: boolean): Promise<void> {
  await tx
    .update(subscribers)
    .set({ softBounces: isConsecutive ? sql`${subscribers.softBounces} + 1` : 1 })
    .where(eq(subscribers.id, subscriberId))
}

/** @returns whether the person was subscribed, or had only been removed because of bounces. */
export async function unsubscribeSubscriber(tx: Executor, id: string): Promise<boolean> {
  const isOnlyBounced = sql`${subscribers.status} = 'suppressed' AND EXISTS (SELECT FROM suppressions x WHERE x.email_hash = ${subscribers.emailHash} AND x.reason = 'bounce')`
  const rows = await tx
    .update(subscribers)
    .set({ status: 'unsubscribed' })
    .where(and(eq(subscribers.id, id), or(inArray(subscribers.status, ['subscribed', 'pending']), isOnlyBounced)))
    .returning({ id: subscribers.id })
  return rows.length > 0
}

/** Inserts a suppression; an existing reason stays, but a complaint replaces reasons that can be undone. */
export async function insertSuppression(tx: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  const { reason, detail, at } = row
  await tx
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: suppressions.emailHash,
      set: { reason, detail, at, isImported: false },
      setWhere:
        reason === 'complaint'
          ? or(inArray(suppressions.reason, ['by-admin', 'bounce']), suppressions.isImported)
          : sql`false`,
    })
}

/**
 * Locks the subscriber of a delivery until the transaction ends, before the deliveries, in the same order as
 * unsubscribing and erasure.
 */
export async function lockSubscriber(tx: Executor, deliveryId: string): Promise<void> {
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

/** @returns the newest delivery that was sent to a person. */
export async function findLastDelivery(tx: Executor, subscriberId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.subscriberId, subscriberId), isNotNull(deliveries.sentAt)))
    .orderBy(desc(deliveries.sentAt))
    .limit(1)
  return row?.id
}

/** An issue with deliveries that were refused because of our setup. */
export type BlockedIssue = {
  id: string
  title: string
  status: string
  deliveryCount: number
  since: Date
  response: string
}

/** Only deliveries that were sent after the last resolution count; feedback for earlier ones does not reopen it. */
const isUnsettled = sql`(${issues.blocksResolvedAt} IS NULL OR coalesce(${deliveries.claimedAt}, ${deliveries.sentAt}, ${deliveries.dueAt}) > ${issues.blocksResolvedAt})`
const isBlock = sql`${engagementEvents.kind} = 'block'`
const lastResponse = sql<string>`(array_agg(${engagementEvents.reason} ORDER BY ${engagementEvents.at} DESC))[1]`

/** Lists issues with unresolved blocked deliveries, newest first. */
export async function listBlocked(db: Executor, limit: number): Promise<BlockedIssue[]> {
  const since = sql<Date>`min(${engagementEvents.at})`.mapWith(engagementEvents.at)
  return db
    .select({
      id: issues.id,
      title: issues.title,
      status: issues.status,
      deliveryCount: sql<number>`count(DISTINCT ${engagementEvents.deliveryId})::int`,
      since,
      response: lastResponse,
    })
    .from(engagementEvents)
    .innerJoin(deliveries, eq(deliveries.id, engagementEvents.deliveryId))
    .innerJoin(issues, eq(issues.id, engagementEvents.issueId))
    .where(and(isBlock, isUnsettled))
    .groupBy(issues.id, issues.title, issues.status)
    .orderBy(desc(since))
    .limit(limit)
}

/** Lists issues that are being sent and have such deliveries. @param issueId Absent: all issues. */
export async function listBlockedSending(db: Executor, issueId?: string): Promise<string[]> {
  const rows = await db
    .select({ id: issues.id })
    .from(engagementEvents)
    .innerJoin(issues, eq(issues.id, engagementEvents.issueId))
    .where(and(isBlock, eq(issues.status, 'sending'), issueId === undefined ? undefined : eq(issues.id, issueId)))
    .groupBy(issues.id)
  return rows.map(({ id }) => id)
}

/** Counts the blocked deliveries of an issue and returns the last response. */
export async function countBlocked(
  db: Executor,
  issueId: string,
): Promise<{ deliveryCount: number; response: string }> {
  const [row] = await db
    .select({ deliveryCount: sql<number>`count(DISTINCT ${engagementEvents.deliveryId})::int`, response: lastResponse })
    .from(engagementEvents)
    .innerJoin(deliveries, eq(deliveries.id, engagementEvents.deliveryId))
    .innerJoin(issues, eq(issues.id, engagementEvents.issueId))
    .where(and(isBlock, eq(engagementEvents.issueId, issueId), isUnsettled))
  return { deliveryCount: row?.deliveryCount ?? 0, response: row?.response ?? '' }
}

/** Counts the deliveries of an issue that were sent since its blocks were last resolved. */
export async function countSentDeliveries(db: Executor, issueId: string): Promise<number> {
  const [row] = await db
    .select({ deliveryCount: sql<number>`count(*)::int` })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(
      and(eq(deliveries.issueId, issueId), inArray(deliveries.state, ['sent', 'failed', 'uncertain']), isUnsettled),
    )
  return row?.deliveryCount ?? 0
}

/** @returns false when the issue has no unresolved blocks. */
export async function settleBlocks(db: Executor, issueId: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE newsletter_issues i SET blocks_resolved_at = ${at.toISOString()}::timestamptz
    WHERE i.id = ${issueId} AND EXISTS (
      SELECT FROM newsletter_engagement_events r JOIN newsletter_deliveries d ON d.id = r.delivery_id
      WHERE r.issue_id = i.id AND r.kind = 'block'
        AND (i.blocks_resolved_at IS NULL OR coalesce(d.claimed_at, d.sent_at, d.due_at) > i.blocks_resolved_at))`)
  return (rowCount ?? 0) > 0
}

/** A returned email that needs review, with its delivery. */
export type ReturnedMailRow = Pick<
  typeof returnedMails.$inferSelect,
  'id' | 'kind' | 'subject' | 'sender' | 'excerpt' | 'about' | 'times' | 'at'
> & { email: string; subscriberId: string | null; issueId: string; title: string }

/** Saves a returned email; a repeated one is reopened and counted. */
export async function upsertReturnedMail(tx: Executor, row: typeof returnedMails.$inferInsert): Promise<void> {
  await tx
    .insert(returnedMails)
    .values(row)
    .onConflictDoUpdate({
      target: [returnedMails.deliveryId, returnedMails.contentHash],
      set: { times: sql`${returnedMails.times} + 1`, at: row.at, settledAt: null, settledBy: '' },
    })
}

/** Increments the count of the newest returned email of a delivery. */
export async function repeatReturnedMail(tx: Executor, deliveryId: string, at: Date): Promise<void> {
  const newest = sql`(SELECT id FROM newsletter_returned_mails WHERE delivery_id = ${deliveryId} ORDER BY at DESC, id LIMIT 1)`
  await tx
    .update(returnedMails)
    .set({ times: sql`${returnedMails.times} + 1`, at, settledAt: null, settledBy: '' })
    .where(eq(returnedMails.id, newest))
}

/** Counts the saved emails of a delivery. */
export async function countReturnedMailsOf(tx: Executor, deliveryId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(returnedMails).where(eq(returnedMails.deliveryId, deliveryId))
  return row?.total ?? 0
}

/** Counts the returned emails that need review; `oldestAt` is when the one that waits longest was last received. */
export async function summarizeOpenReturnedMails(db: Executor): Promise<{ total: number; oldestAt: Date | undefined }> {
  const [row] = await db
    .select({ total: count(), oldestAt: min(returnedMails.at) })
    .from(returnedMails)
    .where(isNull(returnedMails.settledAt))
  return { total: row?.total ?? 0, oldestAt: row?.oldestAt ?? undefined }
}

/** Lists returned emails that need review, newest first. */
export async function listOpenReturnedMails(
  db: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReturnedMailRow[]> {
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

/** @returns false when it does not need review. */
export async function settleReturnedMail(
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
