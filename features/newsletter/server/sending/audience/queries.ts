import { sql } from 'drizzle-orm'
import type { Executor } from '../../newsletter-parts.ts'
import { issueLinks } from '../../issues/tables.ts'

type Kind = 'weekly' | 'digest'

/** Why somebody on the list gets no copy, or null for who gets one; said in the ledger beside the name. */
const exclusion = (kind: Kind) => sql`CASE
  WHEN s.status = 'pending' THEN 'has not confirmed the address'
  WHEN s.status = 'unsubscribed' THEN 'unsubscribed'
  WHEN s.status = 'suppressed' THEN 'suppressed'
  WHEN x.email_fingerprint IS NOT NULL THEN 'suppressed'
  WHEN s.frequency <> ${kind === 'digest' ? 'monthly' : 'weekly'} THEN ${kind === 'digest' ? 'gets every letter, not the digest' : 'asked for the monthly digest'}
  WHEN NOT s.is_writable THEN 'the address cannot be written to'
END`

const suppressed = sql`LEFT JOIN suppressions x ON x.email_fingerprint = s.email_fingerprint`

/** How many an issue of that kind would go to now: those {@link exclusion} says nothing of, told from indexes alone. */
export async function countAudience(db: Executor, kind: Kind): Promise<number> {
  const wanted = sql`s.status = 'subscribed' AND s.is_writable AND s.frequency = ${kind === 'digest' ? 'monthly' : 'weekly'}`
  // Who is suppressed is rarely still subscribed: each suppression is looked up, instead of everybody being read. The limit keeps it so.
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT ((SELECT count(*) FROM subscribers s WHERE ${wanted})
      - (SELECT count(*) FROM suppressions x
         CROSS JOIN LATERAL (SELECT FROM subscribers s WHERE s.email_fingerprint = x.email_fingerprint AND ${wanted} LIMIT 1) AS still))::int AS total`)
  return rows[0]?.total ?? 0
}

/** Everybody on the list. */
export async function countCandidates(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM subscribers`)
  return rows[0]?.total ?? 0
}

/**
 * Writes a row for each of the next candidates after `after` in the order of their ids: queued, or excluded with a reason.
 *
 * @returns the last id, how many rows, and how many of them are queued.
 */
export async function freezeSome(
  db: Executor,
  { issueId, kind, dueAt, after, limit }: { issueId: string; kind: Kind; dueAt: Date; after: string; limit: number },
): Promise<{ last: string | null; rows: number; planned: number }> {
  const { rows } = await db.execute<{ last: string | null; rows: number; planned: number }>(sql`
    WITH batch AS (SELECT s.id, s.email, s.email_fingerprint, s.is_writable, s.status, s.frequency FROM subscribers s WHERE s.id > ${after}::uuid ORDER BY s.id LIMIT ${limit}),
    judged AS (SELECT s.id, s.email, ${exclusion(kind)} AS why FROM batch s ${suppressed}),
    written AS (
      INSERT INTO newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, response)
      SELECT ${issueId}::uuid, id, email, (CASE WHEN why IS NULL THEN 'queued' ELSE 'excluded' END)::delivery_state, ${dueAt.toISOString()}::timestamptz, coalesce(why, '') FROM judged
      RETURNING subscriber_id, state
    )
    SELECT max(subscriber_id::text) AS last, count(*)::int AS rows, (count(*) FILTER (WHERE state = 'queued'))::int AS planned FROM written`)
  return rows[0] ?? { last: null, rows: 0, planned: 0 }
}

/** Keeps where the counted links of an issue lead. */
export async function insertLinks(db: Executor, issueId: string, links: string[]): Promise<void> {
  if (links.length === 0) return
  await db
    .insert(issueLinks)
    .values(links.map((url, index) => ({ issueId, number: index + 1, url })))
    .onConflictDoNothing()
}

/** Lets the database know how many copies there are now, and readers after an import, as it would by itself within minutes. */
export async function refreshStatistics(db: Executor): Promise<void> {
  await db.execute(sql`ANALYZE newsletter_deliveries, subscribers`)
}
