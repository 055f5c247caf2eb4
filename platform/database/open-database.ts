import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { ConnectionPool, type DatabaseLog } from './connection-pool.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { findEmbeddedLocation, findReadyServer, startEmbedded } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { DatabaseStartError } from './start-error.ts'
import { isUnavailable } from './unavailable-error.ts'

/** The open and migrated database of the site. */
export type Database = {
  db: NodePgDatabase
  pool: ConnectionPool
  kind: 'postgres' | 'embedded-postgres' | 'pglite'
  /** Returns its location for the startup message, without credentials. */
  describe(): string
  /** Resolves when the database responds; rejects within a few seconds otherwise. */
  ping(): Promise<void>
  /** Finishes running statements, stops an embedded server and unlocks the data folder. Safe to call twice. */
  close(): Promise<void>
}

/** The database or a transaction. */
export type Executor = Pick<Database['db'], 'insert' | 'update' | 'select' | 'delete' | 'execute'>

type Opened = Pick<Database, 'pool' | 'kind'> & { place: string; stop(): Promise<void> }

/**
 * Opens and migrates the database.
 *
 * @param databaseUrl URL of a PostgreSQL server; waits up to `patienceMs` until it is up. Without it, an embedded
 *   PostgreSQL runs in `dataDir`, or PGlite where that cannot run. A folder stays with the engine that created it.
 * @param prefer `pglite` selects PGlite for a folder without data.
 * @param isMigrated With false no migration is applied, for backups and restores.
 * @throws DataFolderInUseError when another process uses `dataDir`.
 * @throws DatabaseStartError with a printable message for everything that users can fix.
 * @see docs/decisions/002-embedded-database.md
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  migrationsDir,
  log,
  prefer,
  patienceMs = 30_000,
  isMigrated = true,
}: {
  databaseUrl?: string | undefined
  dataDir: string
  migrationsDir: string
  log: DatabaseLog
  prefer?: 'pglite' | undefined
  patienceMs?: number
  isMigrated?: boolean
}): Promise<Database> {
  const opened = databaseUrl ? await openByUrl(databaseUrl, log, patienceMs) : await openEmbedded(dataDir, log, prefer)
  const database = asDatabase(opened)
  try {
    if (isMigrated) await migrate(database.pool, { migrationsDir, log })
    return database
  } catch (error) {
    await database.close()
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(`Migrating ${database.describe()} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Opens the database as it is, without migrating it: the one of `databaseUrl`, or the embedded server of a running
 * site. Where no site runs, the embedded database is started for this process.
 *
 * @throws DataFolderInUseError when a running site uses PGlite, which has no second connection.
 * @throws DatabaseStartError as {@link openDatabase}.
 */
export async function openExistingDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  migrationsDir: string
  log: DatabaseLog
}): Promise<Database> {
  const running = options.databaseUrl ? undefined : findReadyServer(options.dataDir)
  if (!running) return openDatabase({ ...options, isMigrated: false })
  const pool = new ConnectionPool(running, options.log)
  return asDatabase({
    pool,
    kind: 'embedded-postgres',
    place: `embedded PostgreSQL 18 in ${join(options.dataDir, 'postgres')}`,
    stop: async () => undefined,
  })
}

async function openByUrl(databaseUrl: string, log: DatabaseLog, patienceMs: number): Promise<Opened> {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const place = `PostgreSQL at ${hostname || 'a local socket'}${port && `:${port}`}${pathname}`
  const pool = new ConnectionPool({ connectionString: databaseUrl }, log)
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      await pool.query('SELECT 1')
      return { pool, kind: 'postgres', place, stop: async () => {} }
    } catch (error) {
      const reason = (error as Error).message || (error as { code?: string }).code || 'no answer'
      if (!isUnavailable(error) || performance.now() > deadline) {
        await pool.end()
        throw new DatabaseStartError(`DATABASE_URL: ${place} cannot be used: ${reason}`, { cause: error })
      }
      log.warn({ reason }, `waiting for ${place}`)
      await sleep(500)
    }
  }
}

async function openEmbedded(dataDir: string, log: DatabaseLog, prefer: 'pglite' | undefined): Promise<Opened> {
  const unlock = lockDataFolder(dataDir)
  try {
    const folder = realpathSync(dataDir)
    const opened = (await openEmbeddedServer(folder, log, prefer)) ?? (await openPGlite(folder, log))
    return { ...opened, stop: () => opened.stop().finally(unlock) }
  } catch (error) {
    unlock()
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      `The database in DATA_DIR ${dataDir} could not be opened: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

async function openEmbeddedServer(
  dataDir: string,
  log: DatabaseLog,
  prefer: 'pglite' | undefined,
): Promise<Opened | undefined> {
  const hasData = existsSync(join(dataDir, 'postgres'))
  if (!hasData && (prefer === 'pglite' || existsSync(join(dataDir, 'pglite')))) return undefined
  const location = await findEmbeddedLocation(dataDir)
  if ('blocker' in location) {
    if (hasData)
      throw new DatabaseStartError(
        `The data in ${join(dataDir, 'postgres')} needs PostgreSQL, but ${location.blocker}.`,
      )
    log.info({ reason: location.blocker }, 'embedded postgres unavailable; using pglite')
    return undefined
  }
  const server = await startEmbedded(location, log)
  if (server.wasRunning) log.info({}, 'embedded database reused from an earlier process')
  const pool = new ConnectionPool(server.connection, log)
  return {
    pool,
    kind: 'embedded-postgres',
    place: `embedded PostgreSQL 18 in ${join(dataDir, 'postgres')}`,
    stop: server.close,
  }
}

/** Loads PGlite only when it is used, since it takes more than 100 MB of memory. */
async function openPGlite(dataDir: string, log: DatabaseLog): Promise<Opened> {
  const [{ createDurablePGlite }, { pglitePool }] = await Promise.all([
    import('./durable-pglite.ts'),
    import('./pglite-pool.ts'),
  ])
  const folder = join(dataDir, 'pglite')
  const pglite = await createDurablePGlite(folder)
  return {
    pool: pglitePool(pglite, log),
    kind: 'pglite',
    place: `embedded PGlite in ${folder}`,
    stop: () => pglite.close(),
  }
}

/** Wraps an open pool as the {@link Database} of the features. */
export function asDatabase({ pool, kind, place, stop }: Opened): Database {
  let closing: Promise<void> | undefined
  const close = async () => {
    // A connection that is never released must not keep the process alive.
    await Promise.race([pool.end(), sleep(5_000, undefined, { ref: false })])
    await stop()
  }
  return {
    db: drizzle(pool),
    pool,
    kind,
    describe: () => place,
    ping: async () => void (await pool.query('SELECT 1')),
    close: () => (closing ??= close()),
  }
}
