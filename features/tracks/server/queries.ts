import { and, asc, count, desc, eq, ne } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { TrackDetails } from '#features/tracks/contract.ts'
import { importedTracks } from './tables.ts'

/** The database, or a transaction in it. */
export type Tx = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

/** Row of an imported track. */
export type TrackRow = typeof importedTracks.$inferSelect

/** @returns undefined if the same file is already imported. */
export async function insertTrack(db: Tx, values: typeof importedTracks.$inferInsert): Promise<TrackRow | undefined> {
  const [row] = await db
    .insert(importedTracks)
    .values(values)
    .onConflictDoNothing({ target: importedTracks.sha256 })
    .returning()
  return row
}

export async function findBySha256(db: Tx, sha256: string): Promise<TrackRow | undefined> {
  const [row] = await db.select().from(importedTracks).where(eq(importedTracks.sha256, sha256))
  return row
}

export async function findTrack(db: Tx, id: string): Promise<TrackRow | undefined> {
  const [row] = await db.select().from(importedTracks).where(eq(importedTracks.id, id))
  return row
}

/** Locks a track until the transaction ends. */
export async function lockTrack(tx: Tx, id: string): Promise<TrackRow | undefined> {
  const [row] = await tx.select().from(importedTracks).where(eq(importedTracks.id, id)).for('update')
  return row
}

export async function listWaiting(db: Tx, limit: number, offset: number): Promise<TrackRow[]> {
  return db
    .select()
    .from(importedTracks)
    .where(eq(importedTracks.use, 'later'))
    .orderBy(asc(importedTracks.fileName), asc(importedTracks.id))
    .limit(limit)
    .offset(offset)
}

export async function countWaiting(db: Tx): Promise<number> {
  const [row] = await db.select({ count: count() }).from(importedTracks).where(eq(importedTracks.use, 'later'))
  return row?.count ?? 0
}

export async function listAdded(db: Tx, limit: number): Promise<TrackRow[]> {
  return db
    .select()
    .from(importedTracks)
    .where(ne(importedTracks.use, 'later'))
    .orderBy(desc(importedTracks.addedAt), desc(importedTracks.id))
    .limit(limit)
}

/** Changes the details of an undecided track. @returns undefined if it is not undecided. */
export async function updateDetails(db: Tx, id: string, details: TrackDetails): Promise<TrackRow | undefined> {
  const [row] = await db
    .update(importedTracks)
    .set(details)
    .where(and(eq(importedTracks.id, id), eq(importedTracks.use, 'later')))
    .returning()
  return row
}

/** Changes the destination of a locked track. */
export async function updateUse(tx: Tx, id: string, use: TrackRow['use'], at: Date): Promise<void> {
  await tx.update(importedTracks).set({ use, addedAt: at }).where(eq(importedTracks.id, id))
}

/** Marks an undecided track as added to the page of its artist. @returns False if it is not undecided. */
export async function markOnPage(db: Tx, id: string, use: 'list' | 'page', at: Date): Promise<boolean> {
  const rows = await db
    .update(importedTracks)
    .set({ use, addedAt: at })
    .where(and(eq(importedTracks.id, id), eq(importedTracks.use, 'later')))
    .returning({ id: importedTracks.id })
  return rows.length > 0
}

export async function deleteTrack(tx: Tx, id: string): Promise<void> {
  await tx.delete(importedTracks).where(eq(importedTracks.id, id))
}

/** Lists the addresses of the covers of all rows. */
export async function listCovers(db: Tx): Promise<string[]> {
  const rows = await db.select({ cover: importedTracks.cover }).from(importedTracks).groupBy(importedTracks.cover)
  return rows.map(({ cover }) => cover)
}

/** Lists the files of all rows. */
export async function listFiles(db: Tx): Promise<Pick<TrackRow, 'id' | 'storageKey' | 'title' | 'artist' | 'use'>[]> {
  const { id, storageKey, title, artist, use } = importedTracks
  return db.select({ id, storageKey, title, artist, use }).from(importedTracks)
}
