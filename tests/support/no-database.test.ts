import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg, { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ConnectionPool } from '#platform/database/connection-pool.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { borrowRealPostgres, startRealPostgres } from './real-postgres.ts'

const url = 'postgres://postgres@127.0.0.1:5432/postgres'
const log = { info: () => {}, warn: () => {} }
const refusal = /the pure stage does not have/

test.each<[what: string, open: () => unknown]>([
  ['a pool of pg', () => new pg.Pool({ connectionString: url })],
  ['a client of pg', () => new pg.Client({ connectionString: url })],
  ['a pool by its name', () => new Pool()],
  ['a client by its name', () => new Client()],
  ['a pool of ours', () => new ConnectionPool({ connectionString: url }, log)],
  ['Drizzle, which brings pg itself', () => drizzle(url)],
  ['PGlite', () => PGlite.create()],
  ['PGlite by its constructor', () => new PGlite()],
  ['a server', () => startRealPostgres()],
  ['a server that this machine offers', () => borrowRealPostgres()],
])('%s is rejected in the pure stage', async (_what, open) => {
  await expect((async () => open())()).rejects.toThrow(refusal)
})

test.each([
  ['at an address', { databaseUrl: url }],
  ['of its own', {}],
  ['on PGlite', { prefer: 'pglite' as const }],
])('the database of the site is rejected in the pure stage: %s', async (_where, wanted) => {
  const folder = mkdtempSync(join(tmpdir(), 'swade-no-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [dataDir, migrationsDir] = [join(folder, 'data'), join(folder, 'migrations')]
  for (const one of [dataDir, migrationsDir]) mkdirSync(one)
  writeFileSync(join(migrationsDir, '0000_a.sql'), 'CREATE TABLE a (x int);')
  await expect(openDatabase({ dataDir, migrationsDir, log, ...wanted })).rejects.toThrow(refusal)
})

test('a database of the test run is not visible in the pure stage', async () => {
  expect(process.env['TEST_DATABASE_URL']).toBeUndefined()
  await expect(createTestDatabase({ migrationsDir: 'db/migrations' })).rejects.toThrow(
    'name the file *.feature.test.ts',
  )
})
