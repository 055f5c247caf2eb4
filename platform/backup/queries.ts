import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { beginLongTransaction } from '#platform/database/connection-pool.ts'
import type { Database } from '#platform/database/open-database.ts'
import { backupRuns, restoredCopies } from './tables.ts'

/** A connection inside the restore transaction. */
export type RestoringClient = PoolClient

/** Tables excluded from backups: rate limits, sessions, and state of running processes. */
const leftOut = [
  'migrations',
  'rate_limits',
  'owner_codes',
  'admin_sessions',
  'admin_challenges',
  'admin_pending_sign_ins',
  'radio_lease',
  'radio_listeners',
  'newsletter_senders',
  'newsletter_sending_slots',
  'backup_runs',
  'restored_copies',
]

const rowsAtOnce = 500

/** Starts a read-only snapshot of the database. */
export async function beginSnapshot(client: PoolClient): Promise<void> {
  await beginLongTransaction(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY')
}

/** Lists the tables of a backup, referenced tables first. */
export async function listTables(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; referencedTables: string[] }>(
    `select c.relname as name,
            coalesce((select array_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid
                      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '{}') as "referencedTables"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r' order by c.relname`,
  )
  const waiting = rows.filter(({ name }) => !leftOut.includes(name))
  const sorted: string[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ referencedTables }) =>
      referencedTables.every((reference) => sorted.includes(reference) || leftOut.includes(reference)),
    )
    // Circular references have no order; the restore then fails with the database's error.
    const [next] = waiting.splice(Math.max(at, 0), 1)
    sorted.push(next!.name)
  }
  return sorted
}

/** Lists the applied migrations; none for a database without any. */
export async function listMigrations(client: PoolClient): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('migrations')::text as name`)
  if (!found[0]?.name) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/**
 * Reads all rows of a table as JSON texts, so that no number is rounded.
 *
 * @yields Batches of a few hundred rows.
 */
export async function* readRows(client: PoolClient, table: string): AsyncGenerator<string[]> {
  await client.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${quoted(table)} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM backup_rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('CLOSE backup_rows')
}

/** Counts the rows of a table. */
export async function countRows(client: PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${quoted(table)}`)
  return rows[0]?.count ?? 0
}

/** Inserts rows read by {@link readRows}; generated columns are recomputed. */
export async function writeRows(client: PoolClient, table: string, rows: string[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  await client.query(
    `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM json_populate_recordset(NULL::${quoted(table)}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
}

/** Sets every identity sequence of a table to its highest value. */
export async function moveCounters(client: PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_identity = 'YES'`,
    [table],
  )
  for (const { name } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${quoted(name)}) from ${quoted(table)}), 1),
                     exists (select 1 from ${quoted(table)}))`,
      [quoted(table), name],
    )
}

/**
 * Deletes all tables, types and functions of a database without data, and the queue of background jobs.
 *
 * @throws the database's error when the role does not own its schema.
 */
export async function resetSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name')
  const schema = quoted(rows[0]!.name)
  await client.query(`DROP SCHEMA IF EXISTS jobs CASCADE; DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}`)
}

/** Marks the database as a restored copy; see {@link isRestoredCopy}. */
export async function markRestored(client: PoolClient, madeAt: string): Promise<void> {
  await client.query(`insert into restored_copies (id, made_at, restored_at) values (1, $1, now())`, [madeAt])
}

/** Deletes the records of running processes: they belong to the original site, which does not share this database. */
export async function deleteProcesses(client: PoolClient): Promise<void> {
  await client.query('delete from site_processes')
}

/**
 * Pauses all queued emails, so that a restored copy sends nothing twice; emails that were being sent become uncertain.
 */
export async function pauseMails(client: PoolClient): Promise<number> {
  await client.query(
    `update mail_outbox set state = 'uncertain', response = 'The email was being sent when the backup was created.' where state = 'in_data'`,
  )
  const { rowCount } = await client.query(
    `update mail_outbox set state = 'paused', claimed_by = null where state in ('queued', 'claimed')`,
  )
  return rowCount ?? 0
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

type Executor = Pick<Database['db'], 'insert' | 'update' | 'select' | 'delete'>

/** A backup that was started. */
type BackupRun = typeof backupRuns.$inferSelect

/** Returns whether the database has tables, and the one of {@link insertBackupRun}, which earlier versions lack. */
export async function findBackupTables({
  pool,
}: Pick<Database, 'pool'>): Promise<{ isMigrated: boolean; hasRuns: boolean }> {
  const { rows } = await pool.query<{ isMigrated: boolean; hasRuns: boolean }>(
    `select to_regclass('migrations') is not null as "isMigrated", to_regclass('backup_runs') is not null as "hasRuns"`,
  )
  return rows[0]!
}

/** Records the start of a backup. */
export async function insertBackupRun(db: Executor, run: Pick<BackupRun, 'name' | 'place' | 'startedAt'>) {
  const [row] = await db.insert(backupRuns).values(run).returning({ id: backupRuns.id })
  return row!.id
}

/** Records the end of a backup; an empty `error` is a success. */
export async function endBackupRun(
  db: Executor,
  id: string,
  end: { endedAt: Date; bytes: number | null; error: string },
): Promise<void> {
  await db.update(backupRuns).set(end).where(eq(backupRuns.id, id))
}

/** Finds the newest finished and the newest successful backup. */
export async function findLastRuns(db: Executor): Promise<{ last?: BackupRun; lastSuccess?: BackupRun }> {
  const [last] = await db
    .select()
    .from(backupRuns)
    .where(isNotNull(backupRuns.endedAt))
    .orderBy(desc(backupRuns.startedAt))
    .limit(1)
  const [lastSuccess] = await db
    .select()
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.endedAt), eq(backupRuns.error, '')))
    .orderBy(desc(backupRuns.startedAt))
    .limit(1)
  return { ...(last ? { last } : {}), ...(lastSuccess ? { lastSuccess } : {}) }
}

/** Deletes records of backups that were started before `before`. */
export async function deleteOldRuns(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db.delete(backupRuns).where(lt(backupRuns.startedAt, before))
  return rowCount ?? 0
}

/** Finds the restore that this database comes from; undefined once the owner has resumed emails and jobs. */
export async function findRestoredCopy(db: Executor): Promise<typeof restoredCopies.$inferSelect | undefined> {
  const [row] = await db.select().from(restoredCopies).limit(1)
  return row
}

/** Ends the pause of a restored copy. @returns False if it was not paused. */
export async function deleteRestoredCopy(db: Executor): Promise<boolean> {
  const { rowCount } = await db.delete(restoredCopies)
  return (rowCount ?? 0) > 0
}
