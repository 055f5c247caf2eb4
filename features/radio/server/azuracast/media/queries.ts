import { and, eq, gte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../queries.ts'
import { radioTracks } from '../../tables.ts'
import type { TrackRow } from '../../tracks/queries.ts'

/** Maximum number of automatic attempts; after that only the owner can retry. */
export const maxAttempts = 8

/**
 * Claims a track that must be uploaded to the station or removed from it. No other process claims it until the claim
 * expires; after a crash it is due again.
 */
export async function claimDueTrack(db: Tx, seconds: number): Promise<TrackRow | undefined> {
  const due = db
    .select({ id: radioTracks.id })
    .from(radioTracks)
    .where(
      and(
        sql`(${radioTracks.removedAt} IS NULL AND ${radioTracks.externalState} IN ('none', 'pending')
          OR ${radioTracks.removedAt} IS NOT NULL AND ${radioTracks.externalState} <> 'none')`,
        sql`${radioTracks.externalAttempts} < ${maxAttempts}`,
        sql`(${radioTracks.nextAttemptAt} IS NULL OR ${radioTracks.nextAttemptAt} <= clock_timestamp())`,
      ),
    )
    .orderBy(radioTracks.addedAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(radioTracks)
    .set({
      nextAttemptAt: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
      externalAttempts: sql`${radioTracks.externalAttempts} + 1`,
    })
    .where(sql`${radioTracks.id} = (${due})`)
    .returning()
  return row
}

/**
 * Saves the state of a track on the station; `none` after it was removed there. A track that was removed or restored
 * here in the meantime is due again at once.
 */
export async function saveExternalState(
  db: Tx,
  id: string,
  state: 'uploaded' | 'none',
  mediaId: string | null,
): Promise<void> {
  await db
    .update(radioTracks)
    .set({
      externalState: state === 'none' ? sql`CASE WHEN removed_at IS NULL THEN 'pending' ELSE 'none' END` : state,
      externalMediaId: mediaId,
      externalError: '',
      externalAttempts: 0,
      nextAttemptAt: null,
    })
    .where(eq(radioTracks.id, id))
}

/** @param waitSeconds Delay before the next attempt; undefined if only the owner can retry. */
export async function saveUploadError(
  db: Tx,
  { id, removedAt }: TrackRow,
  fault: string,
  waitSeconds: number | undefined,
): Promise<void> {
  const isOver = waitSeconds === undefined
  await db
    .update(radioTracks)
    .set({
      externalError: fault,
      nextAttemptAt: isOver ? null : sql`clock_timestamp() + make_interval(secs => ${waitSeconds})`,
      ...(isOver ? { externalAttempts: maxAttempts } : {}),
      ...(isOver && removedAt === null ? { externalState: 'failed' as const } : {}),
    })
    // If the track was removed or restored in the meantime, the attempts start again and this result does not count.
    .where(
      and(
        eq(radioTracks.id, id),
        sql`${radioTracks.removedAt} IS NOT DISTINCT FROM ${removedAt?.toISOString() ?? null}::timestamptz`,
      ),
    )
}

export async function listFailedUploads(db: Tx): Promise<TrackRow[]> {
  return db
    .select()
    .from(radioTracks)
    .where(
      or(
        and(eq(radioTracks.externalState, 'failed'), sql`${radioTracks.removedAt} IS NULL`),
        gte(radioTracks.externalAttempts, maxAttempts),
      ),
    )
    .orderBy(radioTracks.addedAt)
    .limit(50)
}

/** Counts an observed play once, whichever process saw it. @returns Whether it was not counted before. */
export async function saveExternalPlay(db: Tx, id: string, playId: number, at: Date): Promise<boolean> {
  const noted = await db
    .update(radioTracks)
    .set({ externalPlays: sql`${radioTracks.externalPlays} + 1`, externalPlayId: playId, externalLastPlayedAt: at })
    .where(and(eq(radioTracks.id, id), sql`coalesce(${radioTracks.externalPlayId}, -1) < ${playId}`))
    .returning({ id: radioTracks.id })
  return noted.length === 1
}

export async function saveExternalPeak(db: Tx, id: string, listeners: number): Promise<void> {
  await db
    .update(radioTracks)
    .set({ externalPeakListeners: listeners })
    .where(and(eq(radioTracks.id, id), sql`${radioTracks.externalPeakListeners} < ${listeners}`))
}

/** Lists tracks the owner has to add to a read-only station or remove from it, oldest first. */
export async function listManualTasks(db: Tx): Promise<TrackRow[]> {
  return db.select().from(radioTracks).where(isLeftToDo).orderBy(radioTracks.addedAt).limit(50)
}

const isLeftToDo = sql`(${radioTracks.removedAt} IS NULL) <> (${radioTracks.externalState} = 'uploaded')`

/** Marks the manual action of a track as done. @returns Whether one was open. */
export async function markManuallyDone(db: Tx, id: string): Promise<boolean> {
  const done = await db
    .update(radioTracks)
    .set({ externalState: sql`CASE WHEN removed_at IS NULL THEN 'uploaded' ELSE 'none' END` })
    .where(and(eq(radioTracks.id, id), isLeftToDo))
    .returning({ id: radioTracks.id })
  return done.length === 1
}

/** Reverts `markManuallyDone`. @returns Whether the action was marked as done. */
export async function markManuallyUndone(db: Tx, id: string): Promise<boolean> {
  const undone = await db
    .update(radioTracks)
    .set({ externalState: sql`CASE WHEN removed_at IS NULL THEN 'none' ELSE 'uploaded' END` })
    .where(and(eq(radioTracks.id, id), sql`NOT (${isLeftToDo})`))
    .returning({ id: radioTracks.id })
  return undone.length === 1
}

/** Marks a track as added after it was observed on air. */
export async function markSeenOnStation(db: Tx, id: string): Promise<void> {
  await db
    .update(radioTracks)
    .set({ externalState: 'uploaded' })
    .where(
      and(eq(radioTracks.id, id), sql`${radioTracks.removedAt} IS NULL AND ${radioTracks.externalState} <> 'uploaded'`),
    )
}
