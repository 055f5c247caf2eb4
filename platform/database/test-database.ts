import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ConnectionPool, type DatabaseLog } from './connection-pool.ts'
import { migrate } from './migrate.ts'
import { asDatabase, type Database } from './open-database.ts'

/** On a busy machine, a hundred concurrent statements wait longer than visitors should. */
const patientTimeouts = { connectMs: 30_000, statementMs: 30_000, silenceMs: 40_000 }

const silent: DatabaseLog = { info: () => {}, warn: () => {} }

/**
 * Creates a migrated, empty database for one test file, cloned from a template that is migrated once a run.
 *
 * @param databaseUrl A PostgreSQL server whose role may create databases; by default the one of the run.
 * @returns The open database; `close` drops it.
 */
export async function createTestDatabase({
  migrationsDir,
  databaseUrl = process.env['TEST_DATABASE_URL'],
}: {
  migrationsDir: string
  databaseUrl?: string | undefined
}): Promise<Database> {
  const { url, drop } = await cloneTestDatabase({ migrationsDir, databaseUrl })
  return asDatabase({
    pool: new ConnectionPool({ connectionString: url }, silent, patientTimeouts),
    kind: 'postgres',
    place: `test database ${new URL(url).pathname.slice(1)}`,
    stop: drop,
  })
}

/**
 * Like {@link createTestDatabase}, for processes that connect by themselves.
 *
 * @returns The address of the database, and a function that drops it.
 */
export async function cloneTestDatabase({
  migrationsDir,
  databaseUrl = process.env['TEST_DATABASE_URL'],
}: {
  migrationsDir: string
  databaseUrl?: string | undefined
}): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!databaseUrl) throw new Error('Tests with a database run in the feature stage: name the file *.feature.test.ts')
  const template = `test_template_${await migrationsKey(migrationsDir)}`
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await withServer(databaseUrl, async (server) => {
    // One process creates the template while the others wait.
    await server.query('SELECT pg_advisory_lock(7192337403)')
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (!rowCount) await makeTemplate(server, databaseUrl, template, migrationsDir)
    await server.query('SELECT pg_advisory_unlock(7192337403)')
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  return {
    url: urlOf(databaseUrl, name),
    drop: () =>
      withServer(
        databaseUrl,
        async (server) => void (await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  }
}

/** Hash of all migrations, so that prepared copies of earlier migrations are not used. */
async function migrationsKey(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(
  server: pg.Client,
  databaseUrl: string,
  template: string,
  migrationsDir: string,
): Promise<void> {
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
