import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { cloneTestDatabase } from '#platform/database/test-database.ts'

const migrationsDir = join(resolve(import.meta.dirname, '../..'), 'db/migrations')

/** A database on the server of the run, for processes that connect by themselves. */
export type SiteDatabase = { url: string; drop(): Promise<void> }

/** Creates a database with all tables and no rows. */
export const newMigratedDatabase = (): Promise<SiteDatabase> => cloneTestDatabase({ migrationsDir })

/** Creates a database without tables. */
export const newEmptyDatabase = (): Promise<SiteDatabase> => createFrom('template1')

/**
 * Creates a copy of the prepared database: its books are imported and its recordings checked. Their files are in copies
 * of the prepared folder. On a server of `TEST_DATABASE_URL` it has no rows, and sites prepare everything again.
 */
export function newPreparedDatabase(): Promise<SiteDatabase> {
  const template = process.env['PREPARED_DATABASE']
  return template ? createFrom(template) : newMigratedDatabase()
}

async function createFrom(template: string): Promise<SiteDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('Tests of processes with a database of their own belong in tests/system')
  const name = `site_${randomBytes(6).toString('hex')}`
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
