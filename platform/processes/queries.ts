import { eq, sql } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { siteProcesses } from './tables.ts'

/** The database or a transaction. */
export type Database = Pick<OpenDatabase['db'], 'select' | 'delete' | 'execute'>

/** A running process of the site. */
export type SiteProcess = typeof siteProcesses.$inferSelect

/** Facts that a process reports about itself. */
type ProcessFacts = Omit<SiteProcess, 'startedAt' | 'seenAt'>

/** Time after which a process that sends no heartbeat counts as gone: two missed heartbeats and a half. */
const goneAfterSeconds = 50

/**
 * Writes the heartbeat of a process and deletes processes unseen for a day, in one statement.
 *
 * @returns The database's clock in Unix milliseconds, and the other processes that sent a heartbeat lately.
 */
export async function saveHeartbeat(
  db: Database,
  { id, role, version, host, storageId, clockOffsetMs }: ProcessFacts,
): Promise<{ nowMs: number; others: ProcessFacts[] }> {
  const { rows } = await db.execute<{ now_ms: number; others: ProcessFacts[] }>(sql`
    WITH saved AS (
      INSERT INTO site_processes (id, role, version, host, storage_id, clock_offset_ms, seen_at)
      VALUES (${id}::uuid, ${role}, ${version}, ${host}, ${storageId}, ${clockOffsetMs}::integer, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, clock_offset_ms = excluded.clock_offset_ms
    ), gone AS (
      DELETE FROM site_processes WHERE id <> ${id}::uuid AND seen_at < clock_timestamp() - interval '1 day'
    )
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms, (
      SELECT coalesce(json_agg(json_build_object('id', id, 'role', role, 'version', version, 'host', host,
        'storageId', storage_id, 'clockOffsetMs', clock_offset_ms) ORDER BY role, host, started_at), '[]')
      FROM site_processes
      WHERE id <> ${id}::uuid AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
    ) AS others`)
  return { nowMs: rows[0]?.now_ms ?? NaN, others: rows[0]?.others ?? [] }
}

/** Returns the database's clock in Unix milliseconds. */
export async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await db.execute<{ now_ms: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`,
  )
  return rows[0]?.now_ms ?? NaN
}

/** Lists the processes that sent a heartbeat lately, by role and host. */
export function listProcesses(db: Database): Promise<SiteProcess[]> {
  const { seenAt, role, host, startedAt } = siteProcesses
  return db
    .select()
    .from(siteProcesses)
    .where(sql`${seenAt} > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`)
    .orderBy(role, host, startedAt)
}

/** Removes a process that ends. */
export async function deleteProcess(db: Database, id: string): Promise<void> {
  await db.delete(siteProcesses).where(eq(siteProcesses.id, id))
}
