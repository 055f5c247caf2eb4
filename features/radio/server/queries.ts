import { desc, eq, gte, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Play } from './plan.ts'
import { radioLease, radioPlays } from './tables.ts'

/** The database, or a transaction on it. */
export type Tx = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>

type Database = Pick<NodePgDatabase, 'select' | 'execute' | 'delete'>

const columns = {
  position: radioPlays.position,
  recordingId: radioPlays.recordingId,
  title: radioPlays.title,
  artist: radioPlays.artist,
  startsAtMs: radioPlays.startsAtMs,
  frameCount: radioPlays.frameCount,
  sampleRate: radioPlays.sampleRate,
}

/** Returns the newest plays, oldest first. */
export async function listLatestPlays(db: Database, count: number): Promise<Play[]> {
  const rows = await db.select(columns).from(radioPlays).orderBy(desc(radioPlays.position)).limit(count)
  return rows.toReversed()
}

export async function listPlaysFrom(db: Database, position: number): Promise<Play[]> {
  return db.select(columns).from(radioPlays).where(gte(radioPlays.position, position)).orderBy(radioPlays.position)
}

/**
 * Adds a play if `holder` still has the lease and the position is free.
 *
 * @returns whether it was added.
 */
export async function insertPlay(db: Database, holder: string, play: Play): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO radio_plays (position, recording_id, title, artist, starts_at_ms, frame_count, sample_rate)
    SELECT ${play.position}::bigint, ${play.recordingId}, ${play.title}, ${play.artist},
      ${play.startsAtMs}::bigint, ${play.frameCount}::integer, ${play.sampleRate}::integer
    WHERE EXISTS (SELECT FROM radio_lease WHERE name = 'playout' AND holder = ${holder}::uuid AND expires_at > clock_timestamp())
    ON CONFLICT (position) DO NOTHING`)
  return rowCount === 1
}

/**
 * Replaces the plays at the same positions, all or none: only while `holder` has the lease and the first of them begins
 * later than `minMs` from now.
 *
 * @returns whether they were replaced.
 */
export async function replacePlays(
  db: Database,
  holder: string,
  plays: readonly Play[],
  minMs: number,
): Promise<boolean> {
  const [first] = plays
  if (!first) return false
  const rows = plays.map(
    (play) => sql`(${play.position}::bigint, ${play.recordingId}::text, ${play.title}::text, ${play.artist}::text,
      ${play.startsAtMs}::bigint, ${play.frameCount}::integer, ${play.sampleRate}::integer)`,
  )
  const { rowCount } = await db.execute(sql`
    UPDATE radio_plays SET recording_id = anew.recording_id, title = anew.title, artist = anew.artist, starts_at_ms = anew.starts_at_ms,
      frame_count = anew.frame_count, sample_rate = anew.sample_rate, written_at = clock_timestamp(), peak_listeners = NULL
    FROM (VALUES ${sql.join(rows, sql`, `)}) AS anew (position, recording_id, title, artist, starts_at_ms, frame_count, sample_rate)
    WHERE radio_plays.position = anew.position
      AND EXISTS (SELECT FROM radio_lease WHERE name = 'playout' AND holder = ${holder}::uuid AND expires_at > clock_timestamp())
      AND (SELECT starts_at_ms FROM radio_plays WHERE position = ${first.position}::bigint)
        > extract(epoch FROM clock_timestamp()) * 1000 + ${minMs}::integer
      AND (SELECT max(position) FROM radio_plays) = ${plays.at(-1)!.position}::bigint`)
  return rowCount === plays.length
}

/** Saves the highest listener count during a play. */
export async function savePeak(db: Database, position: number, listeners: number): Promise<void> {
  await db.execute(sql`
    UPDATE radio_plays SET peak_listeners = ${listeners}::integer
    WHERE position = ${position}::bigint AND (peak_listeners IS NULL OR peak_listeners < ${listeners}::integer)`)
}

/**
 * Takes or renews the lease, unless another process holds it, and reads the database's clock.
 *
 * @returns `nowMs` in Unix milliseconds with their fraction; `leftMs` until the lease that was found expires.
 */
export async function acquireLease(
  db: Database,
  holder: string,
  seconds: number,
): Promise<{ isAcquired: boolean; nowMs: number; leftMs: number }> {
  const { rows } = await db.execute<{ is_held: boolean; now_ms: number; left_ms: number | null }>(sql`
    WITH taken AS (
      INSERT INTO radio_lease (name, holder, expires_at)
      VALUES ('playout', ${holder}::uuid, clock_timestamp() + make_interval(secs => ${seconds}))
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE radio_lease.holder = excluded.holder OR radio_lease.expires_at < clock_timestamp()
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM taken) AS is_held, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
      (SELECT extract(epoch FROM expires_at - clock_timestamp()) * 1000 FROM radio_lease WHERE name = 'playout')::float8
        AS left_ms`)
  const [row] = rows
  return { isAcquired: row?.is_held ?? false, nowMs: row?.now_ms ?? NaN, leftMs: Math.max(0, row?.left_ms ?? 0) }
}

/** Reads only the database's clock, for processes that never lead. */
export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await db.execute<{ now_ms: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`,
  )
  return rows[0]?.now_ms ?? NaN
}

/** Releases the lease, and notifies the other processes to read the plan and take the lease at once. */
export async function deleteLease(db: Database, holder: string): Promise<void> {
  await db.execute(sql`
    WITH released AS (DELETE FROM ${radioLease} WHERE ${eq(radioLease.holder, holder)} RETURNING 1)
    SELECT pg_notify('site_changes', 'radio_plays') FROM released`)
}

/**
 * Saves the listener count of this process, deletes processes that are long gone, and returns the listener count of the
 * others.
 */
export async function shareListeners(db: Database, process: string, listeners: number): Promise<number> {
  const { rows } = await db.execute<{ elsewhere: number }>(sql`
    WITH mine AS (
      INSERT INTO radio_listeners (process, listeners, seen_at) VALUES (${process}::uuid, ${listeners}::integer, clock_timestamp())
      ON CONFLICT (process) DO UPDATE SET listeners = excluded.listeners, seen_at = excluded.seen_at
    ), gone AS (
      DELETE FROM radio_listeners WHERE process <> ${process}::uuid AND seen_at < clock_timestamp() - interval '1 minute'
    )
    SELECT coalesce(sum(listeners), 0)::integer AS elsewhere FROM radio_listeners
    WHERE process <> ${process}::uuid AND seen_at > clock_timestamp() - interval '10 seconds'`)
  return rows[0]?.elsewhere ?? 0
}

/** Lists the processes of the last 10 s with their listeners, the leader first. */
export async function listProcesses(db: Database): Promise<{ id: string; listeners: number; isLeader: boolean }[]> {
  const { rows } = await db.execute<{ id: string; listeners: number; is_leader: boolean }>(sql`
    SELECT process AS id, listeners, EXISTS (
      SELECT FROM radio_lease WHERE name = 'playout' AND holder = process AND expires_at > clock_timestamp()
    ) AS is_leader
    FROM radio_listeners WHERE seen_at > clock_timestamp() - interval '10 seconds' ORDER BY is_leader DESC, listeners DESC, process`)
  return rows.map(({ id, listeners, is_leader }) => ({ id, listeners, isLeader: is_leader }))
}
