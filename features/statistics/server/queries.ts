import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import type { Metric } from '#features/statistics/contract.ts'
import type { Count } from './counter.ts'
import { siteCounts } from './tables.ts'

type Db = Pick<Database['db'], 'execute' | 'select'>

/** Adds counts in a fixed order, so that processes that save at the same time do not deadlock. */
export async function addCounts(db: Db, counts: readonly Count[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO site_counts (day, metric, key, count)
    SELECT day, metric, key, count
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS added (day date, metric text, key text, count bigint)
    ORDER BY day, metric, key
    ON CONFLICT (day, metric, key) DO UPDATE SET count = site_counts.count + excluded.count`)
}

/** Sums each metric by day. */
export async function sumByDay(db: Db, from: string): Promise<{ day: string; metric: Metric; count: number }[]> {
  const { rows } = await db.execute<{ day: string; metric: Metric; count: number }>(sql`
    SELECT day::text, metric, sum(count)::float8 AS count FROM site_counts WHERE day >= ${from}::date GROUP BY 1, 2`)
  return rows
}

/** Lists the items of a metric with the highest counts. */
export async function listTop(
  db: Db,
  { metric, from, limit }: { metric: Metric; from: string; limit: number },
): Promise<{ key: string; count: number }[]> {
  const { rows } = await db.execute<{ key: string; count: number }>(sql`
    SELECT key, sum(count)::float8 AS count FROM site_counts
    WHERE metric = ${metric} AND day >= ${from}::date GROUP BY key ORDER BY count DESC, key LIMIT ${limit}::integer`)
  return rows
}

/** Sums the loaded pages of each book. */
export async function sumBookReads(db: Db, from: string, limit: number): Promise<{ key: string; count: number }[]> {
  const { rows } = await db.execute<{ key: string; count: number }>(sql`
    SELECT split_part(key, '/', 1) AS key, sum(count)::float8 AS count FROM site_counts
    WHERE metric = 'reads' AND day >= ${from}::date GROUP BY 1 ORDER BY count DESC, 1 LIMIT ${limit}::integer`)
  return rows
}

/** Lists all counts, oldest first. */
export function listCounts(db: Db, from: string): Promise<Count[]> {
  return db
    .select()
    .from(siteCounts)
    .where(sql`${siteCounts.day} >= ${from}::date`)
    .orderBy(siteCounts.day, siteCounts.metric, siteCounts.key) as Promise<Count[]>
}

/** Paid orders of a book on a day; `tests` of them are test or sample orders, for which no real money was charged. */
type Sale = { day: string; key: string; title: string; orders: number; tests: number; cents: number }

/** Counts paid orders and their revenue, by day of the payment and by book. Refunds are not subtracted. */
export async function listSales(db: Db, from: string): Promise<Sale[]> {
  const { rows } = await db.execute<Sale>(sql`
    SELECT (paid_at AT TIME ZONE 'UTC')::date::text AS day, book_id AS key, max(book_title) AS title,
      count(*)::integer AS orders, (count(*) FILTER (WHERE provider = 'test' OR is_sample))::integer AS tests,
      sum(coalesce(paid_cents, price_cents))::float8 AS cents
    FROM orders
    WHERE paid_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' AND state IN ('paid', 'fulfilled', 'disputed', 'refunded')
    GROUP BY 1, 2 ORDER BY 1, 2`)
  return rows
}

/** Counts newsletter sign-ups by day. */
export async function listSignUps(db: Db, from: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    SELECT (at AT TIME ZONE 'UTC')::date::text AS day, count(*)::integer AS count FROM subscriber_events
    WHERE at >= ${from}::date::timestamp AT TIME ZONE 'UTC' AND kind = 'signed-up' GROUP BY 1 ORDER BY 1`)
  return rows
}

/** Counts the plays that the built-in station has started. */
export async function listAirplayOf(
  db: Db,
  from: string,
  limit: number,
): Promise<{ key: string; title: string; artist: string; count: number }[]> {
  const { rows } = await db.execute<{ key: string; title: string; artist: string; count: number }>(sql`
    SELECT recording_id AS key, (array_agg(title ORDER BY position DESC))[1] AS title,
      (array_agg(artist ORDER BY position DESC))[1] AS artist, count(*)::integer AS count
    FROM radio_plays
    WHERE starts_at_ms BETWEEN (extract(epoch FROM ${from}::date::timestamp AT TIME ZONE 'UTC') * 1000)::bigint
      AND (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    GROUP BY recording_id ORDER BY count DESC, 1 LIMIT ${limit}::integer`)
  return rows
}
