import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { radioSounds, radioTracks, type Tx } from '../tables.ts'

/** What of a recording goes on the air, as its row tells it. */
export type SoundRow = typeof radioSounds.$inferSelect

/** A recording that needs a sound: whose bytes it is made of, and its words for the owner. */
export type SoundRequest = Pick<SoundRow, 'recordingId' | 'source' | 'title' | 'artist'>

/** After so many tries in vain only the owner has it tried again. */
export const maxAttempts = 5

/** Wants sounds for recordings; one that has its sound, or has failed to get it, from the same bytes keeps that. */
export async function requestSounds(tx: Tx, requests: readonly SoundRequest[]): Promise<void> {
  if (requests.length === 0) return
  const isNew = sql`${radioSounds.source} <> excluded.source`
  const anew = (fresh: ReturnType<typeof sql>, name: string) =>
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
        state: anew(sql`'pending'`, 'state'),
        tries: anew(sql`0`, 'tries'),
        nextTryAt: anew(sql`NULL::timestamptz`, 'next_try_at'),
        changedAt: anew(sql`clock_timestamp()`, 'changed_at'),
      },
    })
}

/** Tracks in the rotation that have no row here yet: accepted before there was one for each. */
export async function listTracksWithoutSound(db: Tx): Promise<SoundRequest[]> {
  const { rows } = await db.execute<{ id: string; storage_key: string; title: string; artist: string }>(sql`
    SELECT id, storage_key, title, artist FROM radio_tracks
    WHERE removed_at IS NULL AND NOT EXISTS (SELECT FROM radio_sounds WHERE recording_id = id)`)
  return rows.map(({ id, storage_key, title, artist }) => ({ recordingId: id, source: storage_key, title, artist }))
}

/**
 * Takes a recording whose sound is to be made for so many seconds: nobody else takes it meanwhile, and after a crash it
 * is due again. Tracks somebody waits for come before the artists' own.
 */
export async function claimDueSound(db: Tx, seconds: number): Promise<SoundRow | undefined> {
  const due = db
    .select({ id: radioSounds.recordingId })
    .from(radioSounds)
    .where(
      and(
        eq(radioSounds.state, 'pending'),
        sql`(${radioSounds.nextTryAt} IS NULL OR ${radioSounds.nextTryAt} <= clock_timestamp())`,
      ),
    )
    .orderBy(sql`${radioSounds.recordingId} LIKE 'track:%'`, radioSounds.addedAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(radioSounds)
    .set({
      nextTryAt: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
      tries: sql`${radioSounds.tries} + 1`,
    })
    .where(sql`${radioSounds.recordingId} = (${due})`)
    .returning()
  return row
}

/** In how many milliseconds the next sound is to be tried. */
export async function findSoundDueInMs(db: Tx): Promise<number | undefined> {
  const [row] = await db
    .select({
      dueInMs: sql<
        number | null
      >`(extract(epoch from min(coalesce(${radioSounds.nextTryAt}, clock_timestamp())) - clock_timestamp()) * 1000)::float8`,
    })
    .from(radioSounds)
    .where(eq(radioSounds.state, 'pending'))
  return row?.dueInMs ?? undefined
}

const isStill = ({ recordingId, source }: Pick<SoundRow, 'recordingId' | 'source'>) =>
  and(eq(radioSounds.recordingId, recordingId), eq(radioSounds.source, source), eq(radioSounds.state, 'pending'))

/** Keeps a claim for so many seconds more. */
export async function extendSoundClaim(db: Tx, row: SoundRow, seconds: number): Promise<void> {
  await db
    .update(radioSounds)
    .set({ nextTryAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(isStill(row))
}

/** Gives a claim back that was not the recording's to fail. */
export async function releaseSound(db: Tx, row: SoundRow): Promise<void> {
  await db
    .update(radioSounds)
    .set({ nextTryAt: null, tries: sql`greatest(0, ${radioSounds.tries} - 1)` })
    .where(isStill(row))
}

/** What was made of a recording. */
export type SavedSound = Pick<SoundRow, 'soundKey' | 'durationSeconds' | 'loudnessLufs' | 'truePeakDb' | 'brokenFrames'>

/** @returns false when the recording is made of other bytes by now, or gone. */
export async function saveSound(db: Tx, row: SoundRow, made: SavedSound): Promise<boolean> {
  const noted = await db
    .update(radioSounds)
    .set({ ...made, state: 'ready', reason: '', nextTryAt: null, changedAt: sql`clock_timestamp()` })
    .where(isStill(row))
    .returning({ id: radioSounds.recordingId })
  return noted.length === 1
}

/** @param waitSeconds Until the next try; undefined for none, unless the owner wants one. */
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
      nextTryAt: waitSeconds === undefined ? null : sql`clock_timestamp() + make_interval(secs => ${waitSeconds})`,
      ...(waitSeconds === undefined ? { state: 'failed' as const, changedAt: sql`clock_timestamp()` } : {}),
    })
    .where(isStill(row))
}

/** Has a sound that failed made again. @returns whether there was one. */
export async function retrySound(db: Tx, recordingId: string): Promise<boolean> {
  const waiting = await db
    .update(radioSounds)
    .set({ state: 'pending', tries: 0, nextTryAt: null, changedAt: sql`clock_timestamp()` })
    .where(and(eq(radioSounds.recordingId, recordingId), eq(radioSounds.state, 'failed')))
    .returning({ id: radioSounds.recordingId })
  return waiting.length === 1
}

/** Sounds of what is in the rotation, or was lately. */
export async function listSounds(db: Tx): Promise<SoundRow[]> {
  return db.select().from(radioSounds)
}

/**
 * @param since Transactions may become visible some seconds after the moments they wrote, so ask again for what is a
 * little older.
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

/** What nobody tries any more, the oldest first. Tracks that left the rotation are nobody's trouble. */
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

/**
 * Forgets sounds of tracks that left the rotation a day ago, whose last play is over, and of the artists' recordings
 * that are no more.
 */
export async function deleteUnusedSounds(db: Tx, catalogueIds: readonly string[]): Promise<void> {
  const kept =
    catalogueIds.length === 0
      ? sql`NULL`
      : sql.join(
          catalogueIds.map((id) => sql`${id}`),
          sql`, `,
        )
  await db.execute(sql`
    DELETE FROM radio_sounds WHERE
      EXISTS (SELECT FROM radio_tracks WHERE id = recording_id AND removed_at < clock_timestamp() - interval '1 day')
      OR (recording_id LIKE 'track:%' AND recording_id NOT IN (${kept}) AND changed_at < clock_timestamp() - interval '1 day')`)
}

/** Forgets one sound. */
export async function deleteSound(db: Tx, row: SoundRow): Promise<void> {
  await db.execute(sql`DELETE FROM radio_sounds WHERE recording_id = ${row.recordingId} AND source = ${row.source}`)
}

/** Every converted file a row names. */
export async function listSoundKeys(db: Tx): Promise<string[]> {
  const rows = await db.select({ key: radioSounds.soundKey }).from(radioSounds)
  return rows.flatMap(({ key }) => (key === null ? [] : [key]))
}
