import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Airplay, StationTrack } from '#features/radio/contract.ts'
import type { Tx } from '../queries.ts'
import { radioTracks } from '../tables.ts'

/** A track with all its columns. */
export type TrackRow = typeof radioTracks.$inferSelect

/** Adds a track to the rotation; a track that was removed before returns with its new metadata and file. */
export async function upsertTrack(
  tx: Tx,
  track: StationTrack,
  externalState: TrackRow['externalState'],
): Promise<void> {
  const { id, ...words } = track
  const values = { ...words, removedAt: null, changedAt: sql`clock_timestamp()`, addedAt: sql`clock_timestamp()` }
  const external = { externalState, externalError: '', externalAttempts: 0, nextAttemptAt: null }
  await tx
    .insert(radioTracks)
    .values({ id, ...values, ...external })
    .onConflictDoUpdate({ target: radioTracks.id, set: { ...values, ...external } })
}

/** Removes a track from the rotation; a track at an external station becomes due for removal there. */
export async function markRemoved(tx: Tx, id: string): Promise<void> {
  await tx
    .update(radioTracks)
    .set({
      removedAt: sql`clock_timestamp()`,
      changedAt: sql`clock_timestamp()`,
      externalAttempts: 0,
      nextAttemptAt: null,
    })
    .where(and(eq(radioTracks.id, id), isNull(radioTracks.removedAt)))
}

export async function markRestored(tx: Tx, id: string, externalState: TrackRow['externalState']): Promise<void> {
  await tx
    .update(radioTracks)
    .set({
      removedAt: null,
      changedAt: sql`clock_timestamp()`,
      externalState,
      externalError: '',
      externalAttempts: 0,
      nextAttemptAt: null,
    })
    .where(eq(radioTracks.id, id))
}

export async function renameTrack(
  tx: Tx,
  id: string,
  words: Pick<StationTrack, 'title' | 'artist' | 'album' | 'genre'>,
  externalState: TrackRow['externalState'],
): Promise<void> {
  const again = { externalState, externalError: '', externalAttempts: 0, nextAttemptAt: null }
  await tx
    .update(radioTracks)
    .set({ ...words, changedAt: sql`clock_timestamp()`, ...again })
    .where(eq(radioTracks.id, id))
}

/** Lists tracks in the rotation and those removed within a day, whose last play may still run. */
export async function listTracks(db: Tx): Promise<TrackRow[]> {
  const lately = sql`clock_timestamp() - interval '1 day'`
  return db
    .select()
    .from(radioTracks)
    .where(or(isNull(radioTracks.removedAt), gte(radioTracks.removedAt, lately)))
}

/** Lists the addresses of the covers of tracks in the rotation, and of those removed after a time. */
export async function listCovers(db: Tx, since: Date): Promise<string[]> {
  const rows = await db
    .select({ art: radioTracks.art })
    .from(radioTracks)
    .where(or(isNull(radioTracks.removedAt), gte(radioTracks.removedAt, since)))
    .groupBy(radioTracks.art)
  return rows.map(({ art }) => art)
}

/**
 * @param since Transactions may become visible some seconds after the timestamps they wrote, so pass a slightly earlier
 * time.
 */
export async function listTracksChangedSince(db: Tx, since: Date): Promise<TrackRow[]> {
  return db.select().from(radioTracks).where(gte(radioTracks.changedAt, since))
}

export async function listTracksOf(db: Tx, ids: readonly string[]): Promise<TrackRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(radioTracks)
        .where(inArray(radioTracks.id, [...ids]))
}

/** Play statistics of a recording from the log. */
type PlayCount = {
  recordingId: string
  plays: number
  peakListeners: number
  lastStartsAtMs: number
  isOnAirNow: boolean
}

/** Counts plays that have begun; a planned play whose track was removed before it began does not count. */
export async function countPlays(db: Tx, ids: readonly string[]): Promise<PlayCount[]> {
  if (ids.length === 0) return []
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const { rows } = await db.execute<{
    recording_id: string
    plays: number
    peak: number
    last_ms: number
    is_on: boolean
  }>(sql`
    WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms)
    SELECT recording_id, count(*)::integer AS plays, coalesce(max(peak_listeners), 0)::integer AS peak, max(starts_at_ms)::float8 AS last_ms,
      bool_or(starts_at_ms + frame_count * (CASE WHEN sample_rate < 32000 THEN 576000.0 ELSE 1152000.0 END) / sample_rate > now_ms) AS is_on
    FROM radio_plays JOIN radio_tracks ON id = recording_id, time
    WHERE recording_id IN (${list}) AND starts_at_ms <= now_ms
      AND (removed_at IS NULL OR starts_at_ms <= extract(epoch FROM removed_at) * 1000)
    GROUP BY recording_id`)
  return rows.map((row) => ({
    recordingId: row.recording_id,
    plays: row.plays,
    peakListeners: row.peak,
    lastStartsAtMs: row.last_ms,
    isOnAirNow: row.is_on,
  }))
}

/** Lists plays since a time, most played first; planned plays of tracks removed before they began are excluded. */
export async function listAirplay(db: Tx, since: Date, limit: number): Promise<Airplay[]> {
  const { rows } = await db.execute<{
    recording_id: string
    title: string
    artist: string
    plays: number
    peak: number
    first_ms: number
    last_ms: number
  }>(sql`
    SELECT recording_id, (array_agg(radio_plays.title ORDER BY position DESC))[1] AS title,
      (array_agg(radio_plays.artist ORDER BY position DESC))[1] AS artist,
      count(*)::integer AS plays, coalesce(max(peak_listeners), 0)::integer AS peak,
      min(starts_at_ms)::float8 AS first_ms, max(starts_at_ms)::float8 AS last_ms
    FROM radio_plays LEFT JOIN radio_tracks ON id = recording_id
    WHERE starts_at_ms BETWEEN ${since.getTime()}::bigint AND (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      AND (removed_at IS NULL OR starts_at_ms <= extract(epoch FROM removed_at) * 1000)
    GROUP BY recording_id ORDER BY plays DESC, last_ms DESC LIMIT ${limit}::integer`)
  return rows.map((row) => ({
    id: row.recording_id,
    title: row.title,
    artist: row.artist,
    plays: row.plays,
    peakListeners: row.peak,
    firstPlayedAt: new Date(row.first_ms),
    lastPlayedAt: new Date(row.last_ms),
  }))
}

/** Lists tracks whose first play has begun and is not recorded yet. */
export async function listUnsavedFirstPlays(db: Tx): Promise<{ id: string; at: Date }[]> {
  const { rows } = await db.execute<{ id: string; at_ms: number }>(sql`
    SELECT id, min(starts_at_ms)::float8 AS at_ms FROM radio_tracks JOIN radio_plays ON recording_id = id
    WHERE first_played_at IS NULL AND starts_at_ms <= extract(epoch FROM clock_timestamp()) * 1000
      AND (removed_at IS NULL OR starts_at_ms <= extract(epoch FROM removed_at) * 1000)
    GROUP BY id`)
  return rows.map(({ id, at_ms }) => ({ id, at: new Date(at_ms) }))
}

/** @returns whether this call recorded it; concurrent calls wait for this transaction and then return false. */
export async function markFirstPlayed(tx: Tx, id: string, at: Date): Promise<boolean> {
  const noted = await tx
    .update(radioTracks)
    .set({ firstPlayedAt: at, changedAt: sql`clock_timestamp()` })
    .where(and(eq(radioTracks.id, id), isNull(radioTracks.firstPlayedAt)))
    .returning({ id: radioTracks.id })
  return noted.length === 1
}

/** Makes a failed upload due at once and resets its attempts. @returns whether there was one. */
export async function queueUpload(tx: Tx, id: string): Promise<boolean> {
  const waiting = await tx
    .update(radioTracks)
    .set({
      externalState: sql`CASE WHEN removed_at IS NULL THEN 'pending' ELSE external_state END`,
      externalAttempts: 0,
      nextAttemptAt: null,
    })
    .where(and(eq(radioTracks.id, id), sql`external_error <> '' AND next_attempt_at IS NULL`))
    .returning({ id: radioTracks.id })
  return waiting.length === 1
}
