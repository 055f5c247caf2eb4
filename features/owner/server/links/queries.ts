import { and, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { ownerLinks } from '../tables.ts'

type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'update' | 'delete'>

/** A row of `owner_links`. */
export type LinkRow = typeof ownerLinks.$inferSelect

/** Takes in links nobody has asked yet. */
export async function insertLinks(db: Database, urls: readonly string[]): Promise<void> {
  if (urls.length > 0)
    await db
      .insert(ownerLinks)
      .values(urls.map((url) => ({ url })))
      .onConflictDoNothing()
}

/** Forgets links that stand nowhere any more. */
export async function deleteLinksBut(db: Database, urls: readonly string[]): Promise<void> {
  await db.delete(ownerLinks).where(urls.length > 0 ? notInArray(ownerLinks.url, [...urls]) : undefined)
}

/** Takes up to `limit` links that were not asked since; no other process gets the same ones. */
export async function claimLinks(db: Database, since: Date, now: Date, limit: number): Promise<string[]> {
  const due = db
    .select({ url: ownerLinks.url })
    .from(ownerLinks)
    .where(or(isNull(ownerLinks.askedAt), lte(ownerLinks.askedAt, since)))
    .orderBy(sql`${ownerLinks.askedAt} nulls first`)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(ownerLinks)
    .set({ askedAt: now })
    .where(inArray(ownerLinks.url, due))
    .returning({ url: ownerLinks.url })
  return rows.map(({ url }) => url)
}

/** Notes that a link answered well. */
export async function saveLinkSuccess(db: Database, url: string, now: Date): Promise<void> {
  await db
    .update(ownerLinks)
    .set({ askedAt: now, trouble: '', failures: 0, failingSince: null, isDead: false })
    .where(eq(ownerLinks.url, url))
}

/** Notes trouble with a link; after `mostFailures` times in a row it counts as dead. */
export async function saveLinkFailure(
  db: Database,
  url: string,
  trouble: string,
  mostFailures: number,
  now: Date,
): Promise<void> {
  await db
    .update(ownerLinks)
    .set({
      askedAt: now,
      trouble,
      failures: sql`${ownerLinks.failures} + 1`,
      failingSince: sql`coalesce(${ownerLinks.failingSince}, ${now.toISOString()}::timestamptz)`,
      isDead: sql`${ownerLinks.isDead} or ${ownerLinks.failures} + 1 >= ${mostFailures}`,
    })
    .where(eq(ownerLinks.url, url))
}

/** Those of these links that are dead. */
export async function listDeadLinks(db: Database, urls: readonly string[]): Promise<LinkRow[]> {
  if (urls.length === 0) return []
  return db
    .select()
    .from(ownerLinks)
    .where(and(ownerLinks.isDead, inArray(ownerLinks.url, [...urls])))
    .orderBy(ownerLinks.failingSince)
}
