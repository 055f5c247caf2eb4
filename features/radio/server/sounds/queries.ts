import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../queries.ts'
import { radioSounds, radioTracks } from '../tables.ts'

/** Row of a converted recording. */
export type SoundRow = typeof radioSounds.$inferSelect

/** Request to convert a recording. */
export type SoundRequest = Pick<SoundRow, 'recordingId' | 'source' | 'title' | 'artist'>

/** Automatic attempts before only the owner can retry. */
export const maxAttempts = 5

/** Requests conversions; a recording that was converted or failed from the same bytes is left alone. */
export async function requestSounds(tx: Tx, requests: readonly SoundRequest[]): Promise<void> {
  if (requests.length === 0) return
  const isNew = sql`${radioSounds.source} <> excluded.source`
  const resetIfFresh = (fresh: ReturnType<typeof sql>, name: string) =>
    sql`CASE WHEN ${isNew} THEN ${fresh} ELSE ${radioSounds}.${sql.identifier(name)} END`
  await tx
    .insert(radioSounds)
    .values([...requests])
    .onConflictDoUpdate({
      target: radioSounds.recordingId,
      set: {
        source: sql`excluded.source`,
        title: sql`excluded.title`,
        artist: sql`excluded.artist`,
        state: resetIfFresh(sql`'pending'`, 'state'),
        attempts: resetIfFresh(sql`0`, 'attempts'),
        nextAttemptAt: resetIfFresh(sql`NULL::timestamptz`, 'next_attempt_at'),
        changedAt: resetIfFresh(sql`clock_timestamp()`, 'changed_at'),
      },
    })
}

/** Lists tracks in the rotation without a conversion row. */
export async function listTracksWithoutSound(db: Tx): Promise<SoundRequest[]> {
  const { rows } = await db.execute<{ id: string; storage_key: string; title: string; artist: string }>(sql`
    SELECT id, storage_key, title, artist FROM radio_tracks
    WHERE removed_at IS NULL AND NOT EXISTS (SELECT FROM radio_sounds WHERE recording_id = id)`)
  return rows.map(({ id, storage_key, title, artist }) => ({ recordingId: id, source: storage_key, title, artist }))
}

/**
 * Claims a due conversion for some seconds, so that no other process takes it and it is due again after a crash.
 * Submitted tracks come before catalogue recordings.
 */
export async function claimDueSound(db: Tx, seconds: number): Promise<SoundRow | undefined> {
  const due = db
    .select({ id: radioSounds.recordingId })
    .from(radioSounds)
    .where(
      and(
        eq(radioSounds.state, 'pending'),
        sql`(${radioSounds.nextAttemptAt} IS NULL OR ${radioSounds.nextAttemptAt} <= clock_timestamp())`,
      ),
    )
    .orderBy(sql`${radioSounds.recordingId} LIKE 'track:%'`, radioSounds.addedAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(radioSounds)
    .set({
      nextAttemptAt: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
      attempts: sql`${radioSounds.attempts} + 1`,
    })
    .where(sql`${radioSounds.recordingId} = (${due})`)
    .returning()
  return row
}

/** Returns the milliseconds until the next conversion is due. */
export async function findSoundDueInMs(db: Tx): Promise<number | undefined> {
  const [row] = await db
    .select({
      dueInMs: sql<
        number | null
      >`(extract(epoch from min(coalesce(${radioSounds.nextAttemptAt}, clock_timestamp())) - clock_timestamp()) * 1000)::float8`,
    })
    .from(radioSounds)
    .where(eq(radioSounds.state, 'pending'))
  return row?.dueInMs ?? undefined
}

const isStill = ({ recordingId, source }: Pick<SoundRow, 'recordingId' | 'source'>) =>
  and(eq(radioSounds.recordingId, recordingId), eq(radioSounds.source, source), eq(radioSounds.state, 'pending'))

/** Extends a claim. */
export async function extendSoundClaim(db: Tx, row: SoundRow, seconds: number): Promise<void> {
  await db
    .update(radioSounds)
    .set({ nextAttemptAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(isStill(row))
}

/** Releases a claim without counting the attempt. */
export async function releaseSound(db: Tx, row: SoundRow): Promise<void> {
  await db
    .update(radioSounds)
    .set({ nextAttemptAt: null, attempts: sql`greatest(0, ${radioSounds.attempts} - 1)` })
    .where(isStill(row))
}

/** Result of a conversion. */
type SavedSound = Pick<SoundRow, 'soundKey' | 'durationSeconds' | 'loudnessLufs' | 'truePeakDb' | 'brokenFrames'>

/** @returns false when the recording was removed, or has different bytes by now. */
export async function saveSound(db: Tx, row: SoundRow, made: SavedSound): Promise<boolean> {
  const noted = await db
    .update(radioSounds)
    .set({ ...made, state: 'ready', reason: '', nextAttemptAt: null, changedAt: sql`clock_timestamp()` })
    .where(isStill(row))
    .returning({ id: radioSounds.recordingId })
  return noted.length === 1
}

/** @param waitSeconds Delay before the next attempt; undefined if only the owner can retry. */
export async function saveSoundError(
  db: Tx,
  row: SoundRow,
  reason: string,
  waitSeconds: number | undefined,
): Promise<void> {
  await db
    .update(radioSounds)
    .set({
      reason,
      nextAttemptAt: waitSeconds === undefined ? null : sql`clock_timestamp() + make_interval(secs => ${waitSeconds})`,
      ...(waitSeconds === undefined ? { state: 'failed' as const, changedAt: sql`clock_timestamp()` } : {}),
    })
    .where(isStill(row))
}

/** Retries a failed conversion. @returns whether there was one. */
export async function retrySound(db: Tx, recordingId: string): Promise<boolean> {
  const waiting = await db
    .update(radioSounds)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: null, changedAt: sql`clock_timestamp()` })
    .where(and(eq(radioSounds.recordingId, recordingId), eq(radioSounds.state, 'failed')))
    .returning({ id: radioSounds.recordingId })
  return waiting.length === 1
}

export async function listSounds(db: Tx): Promise<SoundRow[]> {
  return db.select().from(radioSounds)
}

/**
 * @param since Transactions may become visible some seconds after the timestamps they wrote, so pass a slightly earlier
 * time.
 */
export async function listSoundsChangedSince(db: Tx, since: Date): Promise<SoundRow[]> {
  return db.select().from(radioSounds).where(gte(radioSounds.changedAt, since))
}

export async function listSoundsOf(db: Tx, ids: readonly string[]): Promise<SoundRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(radioSounds)
        .where(inArray(radioSounds.recordingId, [...ids]))
}

export async function listFailedSounds(db: Tx): Promise<SoundRow[]> {
  return db
    .select()
    .from(radioSounds)
    .where(
      and(
        eq(radioSounds.state, 'failed'),
        sql`NOT EXISTS (SELECT FROM ${radioTracks} WHERE ${radioTracks.id} = ${radioSounds.recordingId} AND ${radioTracks.removedAt} IS NOT NULL)`,
      ),
    )
    .orderBy(radioSounds.addedAt)
    .limit(50)
}

/** Deletes conversions of tracks removed more than a day ago and of recordings that left the catalogue. */
export async function deleteUnusedSounds(db: Tx, catalogueIds: readonly string[]): Promise<void> {
  const isReferenced =
    catalogueIds.length === 0
      ? sql`NULL`
      : sql.join(
          catalogueIds.map((id) => sql`${id}`),
          sql`, `,
        )
  await db.execute(sql`
    DELETE FROM radio_sounds WHERE
      EXISTS (SELECT FROM radio_tracks WHERE id = recording_id AND removed_at < clock_timestamp() - interval '1 day')
      OR (recording_id LIKE 'track:%' AND recording_id NOT IN (${isReferenced}) AND changed_at < clock_timestamp() - interval '1 day')`)
}

export async function deleteSound(db: Tx, row: SoundRow): Promise<void> {
  await db.execute(sql`DELETE FROM radio_sounds WHERE recording_id = ${row.recordingId} AND source = ${row.source}`)
}

/** Requests conversions again whose files are missing from the storage. */
export async function renewSounds(db: Tx, soundKeys: readonly string[]): Promise<void> {
  if (soundKeys.length === 0) return
  await db
    .update(radioSounds)
    .set({ state: 'pending', attempts: 0, soundKey: null, nextAttemptAt: null, changedAt: sql`clock_timestamp()` })
    .where(and(eq(radioSounds.state, 'ready'), inArray(radioSounds.soundKey, [...soundKeys])))
}

/** Lists the storage keys of all converted files. */
export async function listSoundKeys(db: Tx): Promise<string[]> {
  const rows = await db.select({ key: radioSounds.soundKey }).from(radioSounds)
  return rows.flatMap(({ key }) => (key === null ? [] : [key]))
}
