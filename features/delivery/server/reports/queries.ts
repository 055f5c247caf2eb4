import { and, asc, count, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { issueLinks, issues } from '#features/issues/server/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { deliveries, readingHours, readings, tallies } from '../tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'
import type { Tally } from '../tracking/tally.ts'

/** An issue that was begun, with what it adds up to where that is settled. */
export type StartedIssue = Pick<
  typeof issues.$inferSelect,
  'id' | 'title' | 'kind' | 'status' | 'startedAt' | 'sentAt' | 'createdAt' | 'planned' | 'isCounted'
> & { tally: Tally | undefined }

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

/** Issues whose sending has begun, newest first. @param ids Those alone; left out, all. */
export async function listStarted(db: Executor, ids?: string[]): Promise<StartedIssue[]> {
  const rows = await db
    .select({ ...shown, tally: tallies })
    .from(issues)
    .leftJoin(tallies, eq(tallies.issueId, issues.id))
    .where(and(started, ids && inArray(issues.id, ids)))
    .orderBy(desc(issues.startedAt), desc(issues.createdAt))
  return rows.map(({ tally, ...issue }) => ({ ...issue, tally: tally ?? undefined }))
}

/** The newest issues of any status. */
export async function listNewest(db: Executor, limit: number): Promise<Omit<StartedIssue, 'tally'>[]> {
  return db.select(shown).from(issues).orderBy(desc(issues.createdAt), desc(issues.id)).limit(limit)
}

/**
 * Counts the copies of an issue themselves; the same as tally.ts weighs them. `open`: how many may still move by
 * sending.
 */
export async function countCopies(db: Executor, issueId: string): Promise<Tally & { open: number }> {
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

export async function insertTally(tx: Executor, issueId: string, tally: Tally): Promise<void> {
  await tx
    .insert(tallies)
    .values({ issueId, ...tally })
    .onConflictDoNothing()
}

export async function countIssues(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(issues)
  return row?.total ?? 0
}

/** How many are on the list, by how often they asked to hear from us; one look at all of them. */
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

/** What puts a person on the list. */
export const joiningKinds = ['signed-up', 'confirmed', 'came-back', 'imported', 'released-to-list'] as const

/** What takes a person off the list who is on it. */
export const leavingKinds = ['unsubscribed', 'suppressed'] as const

/** What happened to people from `since` until before `until`, by days in UTC; told from the index alone. */
export async function listMoves(
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

/** Sign-ups in that time that made nobody a subscriber by themselves: they wait, or were confirmed later. */
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
 * Leavings in that time of people who were off the list before: who was suppressed says goodbye as well, who left
 * complains.
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
  const telling = sql.join(
    [...joiningKinds, ...leavingKinds, 'imported-as'].map((kind) => sql`${kind}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM subscriber_events e
    CROSS JOIN LATERAL (
      SELECT kind FROM subscriber_events
      WHERE subscriber_id = e.subscriber_id AND at < e.at AND kind IN (${telling}) ORDER BY at DESC LIMIT 1) AS before
    WHERE e.kind IN (${leaving}) AND e.at >= ${since.toISOString()}::timestamptz AND e.at < ${until.toISOString()}::timestamptz
      AND before.kind IN (${leaving}, 'imported-as')
    GROUP BY 1`)
  return rows
}

/** First openings and clicks of people by days in UTC. */
export async function listReadingDays(
  db: Executor,
  since: Date,
): Promise<{ day: string; opens: number; clicks: number }[]> {
  const day = sql<string>`to_char(${readingHours.hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
  return db
    .select({
      day,
      opens: sql<number>`sum(${readingHours.opens})::int`,
      clicks: sql<number>`sum(${readingHours.clicks})::int`,
    })
    .from(readingHours)
    .where(gte(readingHours.hour, since))
    .groupBy(day)
    .orderBy(day)
}

/** First openings and clicks of people of one issue, by the hour. */
export async function listReadingHours(
  db: Executor,
  issueId: string,
): Promise<{ hour: Date; opens: number; clicks: number }[]> {
  const { hour, opens, clicks } = readingHours
  return db
    .select({ hour, opens, clicks })
    .from(readingHours)
    .where(eq(readingHours.issueId, issueId))
    .orderBy(asc(hour))
}

/** @returns the counted links of an issue, in the order of the mail. */
export async function listLinks(db: Executor, issueId: string): Promise<{ number: number; url: string }[]> {
  const { number, url } = issueLinks
  return db.select({ number, url }).from(issueLinks).where(eq(issueLinks.issueId, issueId)).orderBy(asc(number))
}

/** @returns how many recipients followed each link, each once by the strongest verdict. */
export async function listLinkClicks(
  db: Executor,
  issueId: string,
): Promise<{ number: number; verdict: 'human' | 'unsure' | 'machine'; count: number }[]> {
  const best = db
    .select({
      number: readings.linkNumber,
      // Human before unsure before machine.
      verdict:
        sql<string>`CASE min(CASE ${readings.verdict} WHEN 'human' THEN 1 WHEN 'unsure' THEN 2 ELSE 3 END) WHEN 1 THEN 'human' WHEN 2 THEN 'unsure' ELSE 'machine' END`.as(
          'best',
        ),
    })
    .from(readings)
    .where(and(eq(readings.issueId, issueId), eq(readings.kind, 'click'), isNotNull(readings.linkNumber)))
    .groupBy(readings.linkNumber, readings.deliveryId)
    .as('best_clicks')
  const rows = await db
    .select({ number: best.number, verdict: best.verdict, count: count() })
    .from(best)
    .groupBy(best.number, best.verdict)
  return rows as { number: number; verdict: 'human' | 'unsure' | 'machine'; count: number }[]
}
