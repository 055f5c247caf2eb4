import { isNotNull, and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { isCopyPaused } from '#platform/backup/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { issueLinks, issues } from '#features/issues/server/tables.ts'
import { deliveries, senders } from '../tables.ts'

/** A claimed delivery, with everything that differs per recipient. */
export type Claim = {
  id: string
  email: string
  attempts: number
  firstName: string
  subscriberId: string
  allowsTracking: boolean
}

/** Condition: sending is not paused by an admin or by a restored backup. */
const maySend = sql`NOT EXISTS (SELECT FROM newsletter_sending_settings WHERE is_paused) AND NOT ${isCopyPaused}`

/** Condition: delivery `d` of issue `i` may still be sent to subscriber `s`. */
const isStillSubscribed = sql`i.status = 'sending' AND s.status = 'subscribed'
  AND s.frequency = (CASE i.kind WHEN 'digest' THEN 'monthly' ELSE 'weekly' END)::newsletter_frequency
  AND ${maySend}`

/** Condition: delivery `d` of issue `i` is in flight in a worker. */
const isInFlight = sql`i.status IN ('sending', 'paused', 'failed') AND d.state IN ('claimed', 'in_data')`

const asUuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`

/**
 * Claims up to `limit` due deliveries for this worker exclusively. Deliveries of people who have unsubscribed are
 * dropped on the way.
 *
 * @returns the claimed deliveries and the number of changed rows; none means that nothing is due.
 */
export async function claimDeliveries(
  db: Executor,
  { issueId, worker, now, limit }: { issueId: string; worker: string; now: Date; limit: number },
): Promise<{ claims: Claim[]; touched: number }> {
  const { rows } = await db.execute<Claim & { state: string }>(sql`
    WITH due AS (
      SELECT d.id, s.first_name, s.id AS subscriber_id, s.counts_engagement, coalesce(s.status = 'subscribed' AND s.frequency = (CASE i.kind WHEN 'digest' THEN 'monthly' ELSE 'weekly' END)::newsletter_frequency, false) AS wanted
      FROM newsletter_deliveries d
      JOIN newsletter_issues i ON i.id = d.issue_id
      LEFT JOIN subscribers s ON s.id = d.subscriber_id
      WHERE d.issue_id = ${issueId} AND i.status = 'sending' AND d.state = 'queued' AND d.due_at <= ${now.toISOString()}::timestamptz
        AND ${maySend}
      ORDER BY d.due_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE newsletter_deliveries d
    SET state = (CASE WHEN due.wanted THEN 'claimed' ELSE 'dropped' END)::delivery_state,
        claimed_by = CASE WHEN due.wanted THEN ${worker} END, claimed_at = ${now.toISOString()}::timestamptz,
        attempts = d.attempts + CASE WHEN due.wanted THEN 1 ELSE 0 END,
        response = CASE WHEN due.wanted THEN d.response ELSE 'no longer subscribed when it was due' END
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.state, d.email, d.attempts, due.first_name AS "firstName", due.subscriber_id AS "subscriberId", due.counts_engagement AS "allowsTracking"`)
  return { claims: rows.filter(({ state }) => state === 'claimed'), touched: rows.length }
}

/**
 * Records both steps of deliveries in one statement and one commit: bodies about to be sent, and deliveries accepted by
 * the relay.
 *
 * @returns which of `leaving` may be sent; the others were canceled, or their subscriber has left.
 */
export async function recordProgress(
  db: Executor,
  {
    worker,
    now,
    leaving,
    taken,
  }: { worker: string; now: Date; leaving: readonly string[]; taken: readonly { id: string; response: string }[] },
): Promise<Set<string>> {
  const markTaken = sql`UPDATE newsletter_deliveries d SET state = 'sent', sent_at = ${now.toISOString()}::timestamptz, response = t.response
    FROM unnest(${asUuids(taken.map(({ id }) => id))}, ${sql.param(taken.map(({ response }) => response))}::text[]) AS t (id, response)
    WHERE d.id = t.id AND d.claimed_by = ${worker} AND d.state IN ('in_data', 'uncertain')`
  const markLeaving = sql`UPDATE newsletter_deliveries d SET state = 'in_data' FROM newsletter_issues i, subscribers s
    WHERE d.id = ANY(${asUuids(leaving)}) AND d.claimed_by = ${worker} AND d.state IN ('claimed', 'in_data')
      AND i.id = d.issue_id AND s.id = d.subscriber_id AND ${isStillSubscribed} RETURNING d.id`
  const { rows } = await db.execute<{ id: string }>(
    both(taken.length > 0 ? markTaken : undefined, leaving.length > 0 ? markLeaving : undefined),
  )
  return new Set(leaving.length > 0 ? rows.map(({ id }) => id) : [])
}

function both(markTaken: SQL | undefined, markLeaving: SQL | undefined): SQL {
  if (markTaken && markLeaving) return sql`WITH taken AS (${markTaken}) ${markLeaving}`
  return markTaken ?? markLeaving ?? sql`SELECT`
}

/**
 * Outcome of a delivery that was not simply accepted. `wasNoTry`: the relay never replied, so the attempt does not
 * count.
 */
export type End = {
  state: 'failed' | 'uncertain' | 'queued'
  response: string
  dueAt?: Date
  wasNoTry?: boolean
  /** The body was refused after the recipient was accepted. */
  after?: 'body' | undefined
}

/** @returns false when this worker no longer owns it. */
export async function finishDelivery(
  db: Executor,
  worker: string,
  id: string,
  { state, response, dueAt, wasNoTry }: End,
): Promise<boolean> {
  const rows = await db
    .update(deliveries)
    .set({
      state,
      response,
      ...(dueAt ? { dueAt } : {}),
      ...(state === 'queued' ? { claimedBy: null } : {}),
      ...(wasNoTry ? { attempts: sql`greatest(${deliveries.attempts} - 1, 0)` } : {}),
    })
    .where(
      and(
        eq(deliveries.id, id),
        eq(deliveries.claimedBy, worker),
        inArray(deliveries.state, ['claimed', 'in_data', 'uncertain']),
      ),
    )
    .returning({ id: deliveries.id })
  return rows.length > 0
}

/** Returns claimed deliveries to the queue; the attempt does not count. */
export async function releaseClaims(db: Executor, worker: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(
    sql`UPDATE newsletter_deliveries SET state = 'queued', claimed_by = NULL, attempts = greatest(attempts - 1, 0)
        WHERE id = ANY(${asUuids(ids)}) AND state = 'claimed' AND claimed_by = ${worker}`,
  )
}

/** Records a heartbeat of this worker. */
export async function touchSender(db: Executor, worker: string): Promise<void> {
  await db
    .insert(senders)
    .values({ id: worker, seenAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: senders.id, set: { seenAt: sql`clock_timestamp()` } })
}

/** Removes this worker. */
export async function deleteSender(db: Executor, worker: string): Promise<void> {
  await db.delete(senders).where(eq(senders.id, worker))
}

/** Removes workers without a recent heartbeat. */
export async function deleteStaleSenders(db: Executor, unseenMs: number): Promise<void> {
  await db.delete(senders).where(sql`${senders.seenAt} < clock_timestamp() - ${`${unseenMs} milliseconds`}::interval`)
}

/** Lists the deliveries this worker has claimed or is sending. */
export async function listOwnDeliveries(db: Executor, worker: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT d.id FROM newsletter_deliveries d JOIN newsletter_issues i ON i.id = d.issue_id
    WHERE ${isInFlight} AND d.claimed_by = ${worker}`)
  return rows.map(({ id }) => id)
}

/**
 * Recovers deliveries of workers without a heartbeat for `unseenMs`, and those that `worker` has lost: claimed ones are
 * queued again; those whose bodies were being sent become uncertain, unless sending them twice is harmless.
 *
 * @param forgotten Deliveries that this worker owns in the database but not in memory.
 * @returns the number of uncertain deliveries.
 */
export async function recoverAbandoned(
  db: Executor,
  {
    worker,
    forgotten,
    unseenMs,
    isHarmless,
  }: { worker: string; forgotten: readonly string[]; unseenMs: number; isHarmless: boolean },
): Promise<number> {
  await deleteStaleSenders(db, unseenMs)
  const { rows } = await db.execute<{ state: string }>(sql`
    UPDATE newsletter_deliveries d
    SET state = (CASE WHEN d.state = 'claimed' OR ${isHarmless} THEN 'queued' ELSE 'uncertain' END)::delivery_state,
        attempts = CASE WHEN d.state = 'claimed' THEN greatest(d.attempts - 1, 0) ELSE d.attempts END,
        response = CASE WHEN d.state = 'claimed' THEN d.response ELSE 'the sending process stopped while the mail server was accepting it' END
    FROM newsletter_issues i
    WHERE i.id = d.issue_id AND ${isInFlight}
      AND (CASE WHEN d.claimed_by = ${worker} THEN d.id = ANY(${asUuids(forgotten)})
           ELSE NOT EXISTS (SELECT FROM newsletter_senders w WHERE w.id = d.claimed_by) END)
    RETURNING d.state`)
  return rows.filter(({ state }) => state === 'uncertain').length
}

/**
 * Sets uncertain deliveries with engagement or feedback to sent; the response names the strongest evidence. Per issue,
 * because the index then finds them among millions.
 */
export async function confirmDelivered(db: Executor): Promise<void> {
  await db.execute(
    sql`UPDATE newsletter_deliveries SET state = 'sent', sent_at = coalesce(sent_at, claimed_at), response = 'confirmed by ' || CASE
          WHEN complained_at IS NOT NULL THEN 'a spam report'
          WHEN bounced_at IS NOT NULL THEN 'a bounce report'
          WHEN left_at IS NOT NULL THEN 'an unsubscribe'
          WHEN coalesce(clicked_at, machine_clicked_at, unsure_clicked_at) IS NOT NULL THEN 'a click'
          ELSE 'an open' END
        WHERE issue_id = ANY(ARRAY(SELECT id FROM newsletter_issues)) AND state = 'uncertain' AND coalesce(opened_at, clicked_at, machine_opened_at, unsure_opened_at, machine_clicked_at, unsure_clicked_at, bounced_at, complained_at, left_at) IS NOT NULL`,
  )
}

/**
 * Returns the stage of an issue's deliveries: `first-round` while one was not attempted or is in flight, or none was
 * accepted; then `retries` while some are queued for a retry.
 */
export async function findStage(db: Executor, issueId: string): Promise<'first-round' | 'retries' | 'over'> {
  const { rows } = await db.execute<{ untried: boolean; open: boolean; arrived: boolean }>(sql`
    SELECT EXISTS (SELECT FROM newsletter_deliveries WHERE issue_id = ${issueId} AND state IN ('queued', 'claimed', 'in_data')) AS open,
      EXISTS (SELECT FROM newsletter_deliveries WHERE issue_id = ${issueId} AND state IN ('queued', 'claimed', 'in_data') AND (state <> 'queued' OR attempts = 0)) AS untried,
      EXISTS (SELECT FROM newsletter_deliveries WHERE issue_id = ${issueId} AND state = 'sent') AS arrived`)
  const { open = false, untried = false, arrived = false } = rows[0] ?? {}
  if (!open) return 'over'
  return untried || !arrived ? 'first-round' : 'retries'
}

/** Creates as many slots as deliveries are allowed per second. */
export async function ensureSlots(db: Executor, perSecond: number): Promise<void> {
  await db.execute(
    sql`INSERT INTO newsletter_sending_slots (number, free_at) SELECT n, clock_timestamp() FROM generate_series(1, ${perSecond}::int) AS n ON CONFLICT DO NOTHING`,
  )
}

/** Acquires up to `wanted` free slots; a slot that is not released becomes free after two minutes. */
export async function acquireSlots(db: Executor, perSecond: number, wanted: number): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`
    UPDATE newsletter_sending_slots SET free_at = clock_timestamp() + interval '120 seconds' WHERE number IN (
      SELECT number FROM newsletter_sending_slots WHERE number <= ${perSecond} AND free_at <= clock_timestamp()
      ORDER BY free_at LIMIT ${wanted} FOR UPDATE SKIP LOCKED)
    RETURNING number`)
  return rows.map(({ number }) => number)
}

/** Releases slots, which become free a second from now. */
export async function releaseSlots(db: Executor, numbers: readonly number[]): Promise<void> {
  await db.execute(
    sql`UPDATE newsletter_sending_slots SET free_at = clock_timestamp() + interval '1 second' WHERE number = ANY(${sql.param([...numbers])}::int[])`,
  )
}

/** Lists due issues, longest overdue first. */
export async function listDue(db: Executor, now: Date): Promise<{ id: string; dueAt: Date | null }[]> {
  return db
    .select({ id: issues.id, dueAt: issues.dueAt })
    .from(issues)
    .where(and(eq(issues.status, 'scheduled'), lte(issues.dueAt, now)))
    .orderBy(asc(issues.dueAt))
}

/** Returns when the next scheduled issue is due. */
export async function findNextDueAt(db: Executor): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: issues.dueAt })
    .from(issues)
    .where(and(eq(issues.status, 'scheduled'), isNotNull(issues.dueAt)))
    .orderBy(asc(issues.dueAt))
    .limit(1)
  return row?.dueAt ?? undefined
}

/** Lists the issues that are being sent, oldest first. */
export async function listSending(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ id: issues.id })
    .from(issues)
    .where(eq(issues.status, 'sending'))
    .orderBy(asc(issues.startedAt))
  return rows.map(({ id }) => id)
}

type Kind = 'weekly' | 'digest'

/** Reason why a person on the list is excluded, or null for a recipient; stored with the delivery. */
const exclusion = (kind: Kind) => sql`CASE
  WHEN s.status = 'pending' THEN 'pending confirmation'
  WHEN s.status = 'unsubscribed' THEN 'unsubscribed'
  WHEN s.status = 'suppressed' THEN 'suppressed'
  WHEN x.email_hash IS NOT NULL THEN 'suppressed'
  WHEN s.frequency <> ${kind === 'digest' ? 'monthly' : 'weekly'} THEN ${kind === 'digest' ? 'subscribed to the weekly newsletter' : 'subscribed to the monthly digest'}
  WHEN NOT s.is_writable THEN 'address not valid for email'
END`

const suppressed = sql`LEFT JOIN suppressions x ON x.email_hash = s.email_hash`

/** Counts everyone on the list. */
export async function countCandidates(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM subscribers`)
  return rows[0]?.total ?? 0
}

/**
 * Creates a delivery for each of the next candidates after `after` in the order of their ids: queued, or excluded with
 * a reason.
 *
 * @returns the last id, the number of rows, and how many of them are queued.
 */
export async function freezeRecipients(
  db: Executor,
  { issueId, kind, dueAt, after, limit }: { issueId: string; kind: Kind; dueAt: Date; after: string; limit: number },
): Promise<{ last: string | null; rows: number; planned: number }> {
  const { rows } = await db.execute<{ last: string | null; rows: number; planned: number }>(sql`
    WITH batch AS (SELECT s.id, s.email, s.email_hash, s.is_writable, s.status, s.frequency FROM subscribers s WHERE s.id > ${after}::uuid ORDER BY s.id LIMIT ${limit}),
    classified AS (SELECT s.id, s.email, ${exclusion(kind)} AS why FROM batch s ${suppressed}),
    written AS (
      INSERT INTO newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, response)
      SELECT ${issueId}::uuid, id, email, (CASE WHEN why IS NULL THEN 'queued' ELSE 'excluded' END)::delivery_state, ${dueAt.toISOString()}::timestamptz, coalesce(why, '') FROM classified
      RETURNING subscriber_id, state
    )
    SELECT max(subscriber_id::text) AS last, count(*)::int AS rows, (count(*) FILTER (WHERE state = 'queued'))::int AS planned FROM written`)
  return rows[0] ?? { last: null, rows: 0, planned: 0 }
}

/** Stores the targets of an issue's tracked links. */
export async function insertLinks(db: Executor, issueId: string, links: string[]): Promise<void> {
  if (links.length === 0) return
  await db
    .insert(issueLinks)
    .values(links.map((url, index) => ({ issueId, number: index + 1, url })))
    .onConflictDoNothing()
}

/** Refreshes the planner's statistics for deliveries and subscribers, which autovacuum would do within minutes. */
export async function refreshStatistics(db: Executor): Promise<void> {
  await db.execute(sql`ANALYZE newsletter_deliveries, subscribers`)
}
