import { and, eq, inArray, lte, notInArray } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { platformSites } from '../tables.ts'

type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'update' | 'delete'>

/** A row of `platform_sites`. */
type SiteRow = typeof platformSites.$inferSelect

/** Inserts new addresses, due immediately. */
export async function insertSites(db: Database, urls: readonly string[], now: Date): Promise<void> {
  if (urls.length > 0)
    await db
      .insert(platformSites)
      .values(urls.map((url) => ({ url, dueAt: now })))
      .onConflictDoNothing()
}

/** Deletes addresses that no platform has. */
export async function deleteSitesExcept(db: Database, urls: readonly string[]): Promise<void> {
  await db.delete(platformSites).where(urls.length > 0 ? notInArray(platformSites.url, [...urls]) : undefined)
}

/** Claims the due addresses until `nextDue`; no other process gets the same ones. */
export async function claimSites(db: Database, now: Date, nextDue: Date): Promise<string[]> {
  const due = db
    .select({ url: platformSites.url })
    .from(platformSites)
    .where(lte(platformSites.dueAt, now))
    .for('update', { skipLocked: true })
  const rows = await db
    .update(platformSites)
    .set({ checkedAt: now, dueAt: nextDue })
    .where(and(inArray(platformSites.url, due), lte(platformSites.dueAt, now)))
    .returning({ url: platformSites.url })
  return rows.map(({ url }) => url)
}

/** Saves the result of a check. */
export async function saveSiteCheck(
  db: Database,
  url: string,
  found: Pick<SiteRow, 'site' | 'error' | 'dueAt'>,
): Promise<void> {
  await db.update(platformSites).set(found).where(eq(platformSites.url, url))
}

/** Lists all results, unordered. */
export async function listSites(db: Database): Promise<Pick<SiteRow, 'url' | 'site'>[]> {
  return db.select({ url: platformSites.url, site: platformSites.site }).from(platformSites)
}
