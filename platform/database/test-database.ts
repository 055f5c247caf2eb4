import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { ConnectionPool, type DatabaseLog } from './connection-pool.ts'
import { migrate } from './migrate.ts'
import { asDatabase, type Database } from './open-database.ts'
import { pglitePool } from './pglite-pool.ts'

const silent: DatabaseLog = { info: () => {}, warn: () => {} }

/**
 * A migrated, empty database for one test file, shared with nobody.
 *
 * PGlite in memory; where `TEST_DATABASE` says `postgres`, a database of its own on the server of
 * `TEST_DATABASE_URL`, copied from a migrated template. Close it when done.
 *
 * @param on Asks for one of the two whatever the environment says.
 * @param databaseUrl Its role must be allowed to create databases.
 */
export async function createTestDatabase({
  migrationsDir,
  on,
  databaseUrl = process.env['TEST_DATABASE_URL'],
}: {
  migrationsDir: string
  on?: 'pglite' | 'postgres'
  databaseUrl?: string | undefined
}): Promise<Database> {
  const usePostgres = (on ?? process.env['TEST_DATABASE']) === 'postgres'
  const key = await migrationsKey(migrationsDir)
  if (!usePostgres) return inMemory(migrationsDir, key)
  if (!databaseUrl) throw new Error('A test asked for a real PostgreSQL, but TEST_DATABASE_URL is not set')
  return onServer(databaseUrl, migrationsDir, key)
}

/** Changes with every migration, so that no prepared copy outlives the tables it was made from. */
async function migrationsKey(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function inMemory(migrationsDir: string, key: string): Promise<Database> {
  const migrated = await readPrepared(key)
  const pglite = migrated ? await PGlite.create({ loadDataDir: migrated }) : await emptyInMemory()
  const pool = pglitePool(pglite, silent)
  if (!migrated) {
    await migrate(pool, { migrationsDir, log: silent })
    await keepPrepared(key, pglite)
  }
  return asDatabase({ pool, kind: 'pglite', place: 'PGlite in memory', stop: () => pglite.close() })
}

async function emptyInMemory(): Promise<PGlite> {
  const empty = await readPrepared('empty')
  if (empty) return PGlite.create({ loadDataDir: empty })
  const pglite = await PGlite.create()
  await keepPrepared('empty', pglite)
  return pglite
}

/** Creating a PGlite from nothing takes seconds, from a prepared copy half of one. */
const cache = join(process.cwd(), 'node_modules', '.cache', 'test-database')
const preparedFile = (key: string) => join(cache, `pglite-0.5.16-${key}.tar`)

async function readPrepared(key: string): Promise<Blob | undefined> {
  return readFile(preparedFile(key)).then(
    (tar) => new Blob([tar]),
    () => undefined,
  )
}

async function keepPrepared(key: string, pglite: PGlite): Promise<void> {
  const dump = await pglite.dumpDataDir('none')
  const draft = `${preparedFile(key)}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(cache, { recursive: true })
    await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
    await rename(draft, preparedFile(key))
  } catch {
    // A checkout we may not write in: every run prepares anew.
  }
}

async function onServer(databaseUrl: string, migrationsDir: string, key: string): Promise<Database> {
  const template = `test_template_${key}`
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await withServer(databaseUrl, async (server) => {
    // One process makes the template, the others wait here for it.
    await server.query('SELECT pg_advisory_lock(7192337403)')
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (!rowCount) await makeTemplate(server, databaseUrl, template, migrationsDir)
    await server.query('SELECT pg_advisory_unlock(7192337403)')
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  return asDatabase({
    pool: new ConnectionPool({ connectionString: urlOf(databaseUrl, name) }, silent),
    kind: 'postgres',
    place: `test database ${name}`,
    stop: () => withServer(databaseUrl, async (server) => void (await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  })
}

async function makeTemplate(server: pg.Client, databaseUrl: string, template: string, migrationsDir: string): Promise<void> {
  const draft = `${template}_draft`
  await server.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
  await server.query(`CREATE DATABASE ${draft}`)
  const pool = new ConnectionPool({ connectionString: urlOf(databaseUrl, draft) }, silent)
  await migrate(pool, { migrationsDir, log: silent }).finally(() => pool.end())
  await server.query(`ALTER DATABASE ${draft} RENAME TO ${template}`)
}

async function withServer(databaseUrl: string, work: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: databaseUrl })
  await server.connect()
  await work(server).finally(() => server.end())
}

function urlOf(databaseUrl: string, database: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${database}`
  return url.href
}
