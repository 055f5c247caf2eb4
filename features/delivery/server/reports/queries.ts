import { and, asc, count, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { issueLinks, issues } from '#features/issues/server/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { deliveries, engagementHours, engagementEvents, aggregates } from '../tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'
import type { Aggregate } from '../engagement/aggregate.ts'

/** An issue whose sending has started, with its aggregate if that is stored. */
export type StartedIssue = Pick<
  typeof issues.$inferSelect,
  'id' | 'title' | 'kind' | 'status' | 'startedAt' | 'sentAt' | 'createdAt' | 'planned' | 'isCounted'
> & { aggregate: Aggregate | undefined }

const started = inArray(issues.status, ['sending', 'paused', 'sent', 'failed'])
const shown = {
  id: issues.id,
  title: issues.title,
  kind: issues.kind,
  status: issues.status,
  startedAt: issues.startedAt,
  sentAt: issues.sentAt,
  createdAt: issues.createdAt,
  planned: issues.planned,
  isCounted: issues.isCounted,
}

/** Lists issues whose sending has started, newest first. @param ids Only these; absent: all. */
export async function listStarted(db: Executor, ids?: string[]): Promise<StartedIssue[]> {
  const rows = await db
    .select({ ...shown, aggregate: aggregates })
    .from(issues)
    .leftJoin(aggregates, eq(aggregates.issueId, issues.id))
    .where(and(started, ids && inArray(issues.id, ids)))
    .orderBy(desc(issues.startedAt), desc(issues.createdAt))
  return rows.map(({ aggregate, ...issue }) => ({ ...issue, aggregate: aggregate ?? undefined }))
}

/** Lists the newest issues of any status. */
export async function listNewest(db: Executor, limit: number): Promise<Omit<StartedIssue, 'aggregate'>[]> {
  return db.select(shown).from(issues).orderBy(desc(issues.createdAt), desc(issues.id)).limit(limit)
}

/**
 * Counts an issue's deliveries directly, consistent with aggregate.ts. `open`: deliveries that sending may still
 * change.
 */
export async function countEngagement(db: Executor, issueId: string): Promise<Aggregate & { open: number }> {
  const where = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`
  const d = deliveries
  const [row] = await db
    .select({
      open: where(sql`${d.state} IN ('queued', 'claimed', 'in_data', 'uncertain')`),
      delivered: where(sql`${d.state} = 'sent' AND ${d.bouncedAt} IS NULL`),
      bounced: sql<number>`count(${d.bouncedAt})::int`,
      complained: sql<number>`count(${d.complainedAt})::int`,
      left: sql<number>`count(${d.leftAt})::int`,
      humanOpens: sql<number>`count(${d.openedAt})::int`,
      unsureOpens: where(sql`${d.openedAt} IS NULL AND ${d.unsureOpenedAt} IS NOT NULL`),
      machineOpens: where(
        sql`${d.openedAt} IS NULL AND ${d.unsureOpenedAt} IS NULL AND ${d.machineOpenedAt} IS NOT NULL`,
      ),
      humanClicks: sql<number>`count(${d.clickedAt})::int`,
      unsureClicks: where(sql`${d.clickedAt} IS NULL AND ${d.unsureClickedAt} IS NOT NULL`),
      machineClicks: where(
        sql`${d.clickedAt} IS NULL AND ${d.unsureClickedAt} IS NULL AND ${d.machineClickedAt} IS NOT NULL`,
      ),
    })
    .from(d)
    .where(eq(d.issueId, issueId))
  return row!
}

export async function insertAggregate(tx: Executor, issueId: string, aggregate: Aggregate): Promise<void> {
  await tx
    .insert(aggregates)
    .values({ issueId, ...aggregate })
    .onConflictDoNothing()
}

/** Returns whether there is an issue with this id, whatever its status. */
export async function hasIssue(db: Executor, id: string): Promise<boolean> {
  const rows = await db.select({ id: issues.id }).from(issues).where(eq(issues.id, id)).limit(1)
  return rows.length > 0
}

export async function countIssues(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(issues)
  return row?.total ?? 0
}

/** Counts the subscribers by frequency, in one scan. */
export async function countSubscribers(db: Executor): Promise<{ all: number; weekly: number; monthly: number }> {
  const { frequency } = subscribers
  const rows = await db
    .select({ frequency, total: count() })
    .from(subscribers)
    .where(eq(subscribers.status, 'subscribed'))
    .groupBy(frequency)
  const of = (name: string) => rows.find((row) => row.frequency === name)?.total ?? 0
  return { all: of('weekly') + of('monthly'), weekly: of('weekly'), monthly: of('monthly') }
}

/** Kinds of events that add a person to the list. */
export const joiningKinds = ['signed-up', 'confirmed', 'came-back', 'imported', 'released-to-list'] as const

/** Kinds of events that remove a person from the list. */
export const leavingKinds = ['unsubscribed', 'suppressed'] as const

/** Counts subscriber events from `since` to before `until` by day (UTC) and kind, from the index alone. */
export async function listSubscriberChanges(
  db: Executor,
  since: Date,
  until: Date,
): Promise<{ day: string; kind: string; count: number }[]> {
  const { rows } = await db.execute<{ day: string; kind: string; count: number }>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, kind, count FROM (
      SELECT (at AT TIME ZONE 'UTC')::date AS day, kind, count(*)::int AS count FROM subscriber_events
      WHERE at >= ${since.toISOString()}::timestamptz AND at < ${until.toISOString()}::timestamptz
      GROUP BY 1, 2) AS moves`)
  return rows
}

/** Counts sign-ups in that time that did not subscribe anyone yet: they are unconfirmed, or were confirmed later. */
export async function listUnconfirmed(
  db: Executor,
  since: Date,
  until: Date,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM subscriber_events e
    WHERE e.kind = 'signed-up' AND e.at >= ${since.toISOString()}::timestamptz AND e.at < ${until.toISOString()}::timestamptz
      AND e.subscriber_id IN (
        SELECT id FROM subscribers WHERE status = 'pending'
        UNION ALL SELECT subscriber_id FROM subscriber_events WHERE kind = 'confirmed' AND at >= ${since.toISOString()}::timestamptz)
    GROUP BY 1`)
  return rows
}

/**
 * Counts departures in that time of people who had already left: suppression and complaint events of the same person
 * repeat.
 */
export async function listGoneBefore(
  db: Executor,
  since: Date,
  until: Date,
): Promise<{ day: string; count: number }[]> {
  const leaving = sql.join(
    [...leavingKinds].map((kind) => sql`${kind}`),
    sql`, `,
  )
  const kinds = sql.join(
    [...joiningKinds, ...leavingKinds, 'imported-as'].map((kind) => sql`${kind}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM subscriber_events e
    CROSS JOIN LATERAL (
      SELECT kind FROM subscriber_events
      WHERE subscriber_id = e.subscriber_id AND at < e.at AND kind IN (${kinds}) ORDER BY at DESC LIMIT 1) AS before
    WHERE e.kind IN (${leaving}) AND e.at >= ${since.toISOString()}::timestamptz AND e.at < ${until.toISOString()}::timestamptz
      AND before.kind IN (${leaving}, 'imported-as')
    GROUP BY 1`)
  return rows
}

/** Counts first human opens and clicks by day (UTC). */
export async function listEngagementDays(
  db: Executor,
  since: Date,
): Promise<{ day: string; opens: number; clicks: number }[]> {
  const day = sql<string>`to_char(${engagementHours.hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
  return db
    .select({
      day,
      opens: sql<number>`sum(${engagementHours.opens})::int`,
      clicks: sql<number>`sum(${engagementHours.clicks})::int`,
    })
    .from(engagementHours)
    .where(gte(engagementHours.hour, since))
    .groupBy(day)
    .orderBy(day)
}

/** Counts first human opens and clicks of one issue by hour. */
export async function listEngagementHours(
  db: Executor,
  issueId: string,
): Promise<{ hour: Date; opens: number; clicks: number }[]> {
  const { hour, opens, clicks } = engagementHours
  return db
    .select({ hour, opens, clicks })
    .from(engagementHours)
    .where(eq(engagementHours.issueId, issueId))
    .orderBy(asc(hour))
}

/** @returns the counted links of an issue, in the order of the mail. */
export async function listLinks(db: Executor, issueId: string): Promise<{ number: number; url: string }[]> {
  const { number, url } = issueLinks
  return db.select({ number, url }).from(issueLinks).where(eq(issueLinks.issueId, issueId)).orderBy(asc(number))
}

/**
 * @returns the number of recipients who followed each link; each recipient counts once, by the strongest
 * classification.
 */
export async function listLinkClicks(
  db: Executor,
  issueId: string,
): Promise<{ number: number; classification: 'human' | 'unsure' | 'machine'; count: number }[]> {
  const best = db
    .select({
      number: engagementEvents.linkNumber,
      // Human ranks before unsure, and unsure before machine.
      classification:
        sql<string>`CASE min(CASE ${engagementEvents.classification} WHEN 'human' THEN 1 WHEN 'unsure' THEN 2 ELSE 3 END) WHEN 1 THEN 'human' WHEN 2 THEN 'unsure' ELSE 'machine' END`.as(
          'best',
        ),
    })
    .from(engagementEvents)
    .where(
      and(
        eq(engagementEvents.issueId, issueId),
        eq(engagementEvents.kind, 'click'),
        isNotNull(engagementEvents.linkNumber),
      ),
    )
    .groupBy(engagementEvents.linkNumber, engagementEvents.deliveryId)
    .as('best_clicks')
  const rows = await db
    .select({ number: best.number, classification: best.classification, count: count() })
    .from(best)
    .groupBy(best.number, best.classification)
  return rows as { number: number; classification: 'human' | 'unsure' | 'machine'; count: number }[]
}
