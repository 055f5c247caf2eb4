import type { PoolClient } from 'pg'

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
]

const rowsAtOnce = 500

/** Starts a read-only snapshot of the database. */
export async function beginSnapshot(client: PoolClient): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query('SET LOCAL statement_timeout = 0')
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

/** Lists the applied migrations. */
export async function listMigrations(client: PoolClient): Promise<string[]> {
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
