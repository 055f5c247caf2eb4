import { and, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { ownerLinks } from '../tables.ts'

type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'update' | 'delete'>

/** A row of `owner_links`. */
export type LinkRow = typeof ownerLinks.$inferSelect

/** Inserts links that are not known yet. */
export async function insertLinks(db: Database, urls: readonly string[]): Promise<void> {
  if (urls.length > 0)
    await db
      .insert(ownerLinks)
      .values(urls.map((url) => ({ url })))
      .onConflictDoNothing()
}

/** Deletes links that are no longer used. */
export async function deleteLinksBut(db: Database, urls: readonly string[]): Promise<void> {
  await db.delete(ownerLinks).where(urls.length > 0 ? notInArray(ownerLinks.url, [...urls]) : undefined)
}

/** Claims up to `limit` links that were not checked since; no other process gets the same ones. */
export async function claimLinks(db: Database, since: Date, now: Date, limit: number): Promise<string[]> {
  const due = db
    .select({ url: ownerLinks.url })
    .from(ownerLinks)
    .where(or(isNull(ownerLinks.checkedAt), lte(ownerLinks.checkedAt, since)))
    .orderBy(sql`${ownerLinks.checkedAt} nulls first`)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(ownerLinks)
    .set({ checkedAt: now })
    .where(inArray(ownerLinks.url, due))
    .returning({ url: ownerLinks.url })
  return rows.map(({ url }) => url)
}

/** Saves a successful check. */
export async function saveLinkSuccess(db: Database, url: string, now: Date): Promise<void> {
  await db
    .update(ownerLinks)
    .set({ checkedAt: now, error: '', failures: 0, failingSince: null, isDead: false })
    .where(eq(ownerLinks.url, url))
}

/** Saves a failed check; after `maxFailures` consecutive failures the link counts as dead. */
export async function saveLinkFailure(
  db: Database,
  url: string,
  error: string,
  maxFailures: number,
  now: Date,
): Promise<void> {
  await db
    .update(ownerLinks)
    .set({
      checkedAt: now,
      error,
      failures: sql`${ownerLinks.failures} + 1`,
      failingSince: sql`coalesce(${ownerLinks.failingSince}, ${now.toISOString()}::timestamptz)`,
      isDead: sql`${ownerLinks.isDead} or ${ownerLinks.failures} + 1 >= ${maxFailures}`,
    })
    .where(eq(ownerLinks.url, url))
}

/** Lists the dead ones of these links. */
export async function listDeadLinks(db: Database, urls: readonly string[]): Promise<LinkRow[]> {
  if (urls.length === 0) return []
  return db
    .select()
    .from(ownerLinks)
    .where(and(ownerLinks.isDead, inArray(ownerLinks.url, [...urls])))
    .orderBy(ownerLinks.failingSince)
}
