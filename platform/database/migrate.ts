import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { beginLongTransaction, type DatabaseLog } from './connection-pool.ts'
import { DatabaseStartError } from './start-error.ts'

/** An SQL file of the migrations folder with its SHA-256 in hex. */
export type Migration = { name: string; hash: string; sql: string }

/** Advisory lock that serializes migrations of processes that start together. */
const migrationLock = 7_192_337_402

/**
 * Applies the pending SQL files of a folder in the order of their names, each in its own transaction. Concurrent
 * processes wait for each other.
 *
 * @param migrationsDir Contains `NNNN_name.sql` files; an applied file must never change.
 * @throws DatabaseStartError that names the file that changed, is out of order, or failed.
 */
export async function migrate(
  pool: pg.Pool,
  { migrationsDir, log }: { migrationsDir: string; log: DatabaseLog },
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(migrationsDir)
  const applied: string[] = []
  const client = await pool.connect()
  try {
    for (;;) {
      const name = await applyNext(client, migrations, log)
      if (!name) return { applied }
      applied.push(name)
      log.info({ migration: name }, 'database migration applied')
    }
  } finally {
    client.release()
  }
}

/** Reads the SQL files of a folder in the order of their names. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // Git may have converted line endings, which is not a change.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Waits for the lock and applies the first pending migration. */
async function applyNext(
  client: pg.PoolClient,
  migrations: Migration[],
  log: DatabaseLog,
): Promise<string | undefined> {
  await beginLongTransaction(client)
  try {
    await client.query("SET LOCAL lock_timeout = '60s'")
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(createMigrationsTable)
    const { rows } = await client.query<{ name: string; hash: string }>(
      'SELECT name, hash FROM migrations ORDER BY name',
    )
    const next = findNext(migrations, rows, log)
    if (next) await applyOne(client, next)
    await client.query('COMMIT')
    return next?.name
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

const createMigrationsTable =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

async function applyOne(client: pg.PoolClient, { name, hash, sql }: Migration): Promise<void> {
  await client.query(sql).catch((error: Error) => {
    throw new DatabaseStartError(`Migration ${name} failed and was rolled back: ${error.message}`, { cause: error })
  })
  await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [name, hash])
}

/**
 * Applies migrations inside the caller's transaction, for a restore that fails as a whole.
 *
 * @throws DatabaseStartError that names the file that failed.
 */
export async function applyMigrations(client: pg.PoolClient, migrations: readonly Migration[]): Promise<void> {
  await client.query(createMigrationsTable)
  for (const migration of migrations) await applyOne(client, migration)
}

function findNext(
  migrations: Migration[],
  applied: { name: string; hash: string }[],
  log: DatabaseLog,
): Migration | undefined {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  const newest = applied.at(-1)?.name ?? ''
  for (const { name, hash } of migrations) {
    const known = hashes.get(name)
    if (known && known !== hash) {
      throw new DatabaseStartError(
        `Migration ${name} was changed after it was applied. Restore it and put the change in a new file.`,
      )
    }
    if (!known && name < newest) {
      throw new DatabaseStartError(
        `Migration ${name} is new but sorts before ${newest}, which is applied already. Give it a later number.`,
      )
    }
  }
  const names = new Set(migrations.map(({ name }) => name))
  const ahead = applied.filter(({ name }) => !names.has(name))
  // The site was downgraded. Public pages work; features that depend on moved data do not.
  if (ahead.length > 0)
    log.warn({ migrations: ahead.map(({ name }) => name) }, 'database has migrations that this version does not know')
  return migrations.find(({ name }) => !hashes.has(name))
}
