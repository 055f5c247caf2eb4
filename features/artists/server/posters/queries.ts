import { and, eq, inArray, isNotNull, isNull, lte, notInArray } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { artistPosters } from '../tables.ts'

type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'update' | 'delete'>

/** Inserts new videos, due immediately. */
export async function insertPosters(db: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db
      .insert(artistPosters)
      .values(ids.map((youtubeId) => ({ youtubeId, dueAt: now })))
      .onConflictDoNothing()
}

/** Deletes videos that no artist has. @returns The ids with a stored poster. */
export async function deletePostersExcept(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(artistPosters)
    .where(ids.length > 0 ? notInArray(artistPosters.youtubeId, [...ids]) : undefined)
    .returning({ youtubeId: artistPosters.youtubeId, storedAt: artistPosters.storedAt })
  return rows.flatMap(({ youtubeId, storedAt }) => (storedAt ? [youtubeId] : []))
}

/** Claims the videos whose poster is missing and due until `nextDue`; no other process gets the same ones. */
export async function claimPosters(db: Database, now: Date, nextDue: Date): Promise<string[]> {
  const isDue = and(isNull(artistPosters.storedAt), lte(artistPosters.dueAt, now))
  const due = db
    .select({ youtubeId: artistPosters.youtubeId })
    .from(artistPosters)
    .where(isDue)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(artistPosters)
    .set({ dueAt: nextDue })
    .where(and(inArray(artistPosters.youtubeId, due), isDue))
    .returning({ youtubeId: artistPosters.youtubeId })
  return rows.map(({ youtubeId }) => youtubeId)
}

/** Saves the result of a fetch: the time it was stored, or the error and the next attempt. */
export async function savePosterResult(
  db: Database,
  youtubeId: string,
  found: { storedAt: Date | null; error: string; dueAt: Date },
): Promise<void> {
  await db.update(artistPosters).set(found).where(eq(artistPosters.youtubeId, youtubeId))
}

/** Lists the stored posters. */
export async function listStoredPosters(db: Database): Promise<{ youtubeId: string; storedAt: Date }[]> {
  const rows = await db
    .select({ youtubeId: artistPosters.youtubeId, storedAt: artistPosters.storedAt })
    .from(artistPosters)
    .where(isNotNull(artistPosters.storedAt))
  return rows.flatMap(({ youtubeId, storedAt }) => (storedAt ? [{ youtubeId, storedAt }] : []))
}

/** Marks a stored poster as missing, unless it was stored again since `storedAt`. */
export async function markPosterLost(
  db: Database,
  youtubeId: string,
  { storedAt, dueAt }: { storedAt: Date; dueAt: Date },
): Promise<void> {
  await db
    .update(artistPosters)
    .set({ storedAt: null, dueAt })
    .where(and(eq(artistPosters.youtubeId, youtubeId), eq(artistPosters.storedAt, storedAt)))
}
