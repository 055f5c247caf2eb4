import { and, asc, gt, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { tokenPricePoints, tokenPrices, tokenPriceSources, tokenPriceLeases } from './tables.ts'

type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'update' | 'delete'>

/** Last valid price of a symbol. */
export type PriceRow = typeof tokenPrices.$inferSelect

/** Recent status of a source. */
export type SourceRow = typeof tokenPriceSources.$inferSelect

/** One step of the price history. */
export type PointRow = typeof tokenPricePoints.$inferSelect

const name = 'prices'

/** Returns when the next fetch is due and the current revision; undefined before the first. */
export async function readLease(db: Database): Promise<{ dueInMs: number; revision: number } | undefined> {
  const [row] = await db
    .select({
      dueInMs: sql<number>`extract(epoch from (${tokenPriceLeases.dueAt} - clock_timestamp())) * 1000`.mapWith(Number),
      revision: tokenPriceLeases.revision,
    })
    .from(tokenPriceLeases)
  return row
}

/** Acquires the lease for a fetch when it is due; no other process gets the same one. */
export async function acquireLease(db: Database, intervalMs: number): Promise<boolean> {
  const dueAt = sql`clock_timestamp() + ${intervalMs}::int * interval '1 millisecond'`
  const rows = await db
    .insert(tokenPriceLeases)
    .values({ name, dueAt })
    .onConflictDoUpdate({
      target: tokenPriceLeases.name,
      set: { dueAt },
      setWhere: lte(tokenPriceLeases.dueAt, sql`clock_timestamp()`),
    })
    .returning({ name: tokenPriceLeases.name })
  return rows.length > 0
}

/** Increments the revision, so that other processes reload. */
export async function bumpRevision(db: Database): Promise<void> {
  await db.update(tokenPriceLeases).set({ revision: sql`${tokenPriceLeases.revision} + 1` })
}

export function listPrices(db: Database): Promise<PriceRow[]> {
  return db.select().from(tokenPrices)
}

export function listSources(db: Database): Promise<SourceRow[]> {
  return db.select().from(tokenPriceSources)
}

/** Lists the history of these mints since a given time, the oldest first. */
export async function listPoints(db: Database, mints: readonly string[], since: Date): Promise<PointRow[]> {
  return db
    .select()
    .from(tokenPricePoints)
    .where(and(inArray(tokenPricePoints.mint, [...mints]), gte(tokenPricePoints.at, since)))
    .orderBy(asc(tokenPricePoints.at))
}

/** Renews the lease whether or not it is due, because a person is waiting. */
export async function renewLease(db: Database, intervalMs: number): Promise<void> {
  const dueAt = sql`clock_timestamp() + ${intervalMs}::int * interval '1 millisecond'`
  await db
    .insert(tokenPriceLeases)
    .values({ name, dueAt })
    .onConflictDoUpdate({ target: tokenPriceLeases.name, set: { dueAt } })
}

/**
 * Stores valid prices; one that is older than the stored price of the same mint changes nothing.
 *
 * @param now A stored price from a later time was written by a clock that is ahead, and is replaced.
 */
export async function savePrices(db: Database, rows: PriceRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const given = (column: string) => sql.raw(`excluded.${column}`)
  await db
    .insert(tokenPrices)
    .values(rows)
    .onConflictDoUpdate({
      target: tokenPrices.symbol,
      set: {
        mint: given('mint'),
        priceUsd: given('price_usd'),
        change24h: given('change_24h'),
        liquidityUsd: given('liquidity_usd'),
        source: given('source'),
        poolVenue: given('pool_venue'),
        poolAddress: given('pool_address'),
        at: given('at'),
      },
      setWhere: or(ne(tokenPrices.mint, given('mint')), lte(tokenPrices.at, given('at')), gt(tokenPrices.at, now)),
    })
}

/** Writes the current step of the history. */
export async function savePoints(db: Database, rows: PointRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(tokenPricePoints)
    .values(rows)
    .onConflictDoUpdate({
      target: [tokenPricePoints.mint, tokenPricePoints.at],
      set: { priceUsd: sql.raw('excluded.price_usd') },
    })
}

/** Deletes older history. */
export async function deletePointsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(tokenPricePoints).where(lt(tokenPricePoints.at, before))
}

/** Stores the status of a source. */
export async function saveSource(db: Database, row: SourceRow): Promise<void> {
  const { name: _, ...set } = row
  await db.insert(tokenPriceSources).values(row).onConflictDoUpdate({ target: tokenPriceSources.name, set })
}
