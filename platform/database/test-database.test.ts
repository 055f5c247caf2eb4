import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { borrowRealPostgres, type RealPostgres } from '#tests/support/real-postgres.ts'
import { createTestDatabase } from './test-database.ts'
import { testFolder } from './test-folder.ts'

let server: RealPostgres
beforeAll(async () => {
  server = await borrowRealPostgres()
})
afterAll(() => server.stop())

test.each(['pglite', 'postgres'] as const)('test databases are migrated, empty and apart (%s)', async (on) => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const migrationsDir = join(folder, 'migrations')
  mkdirSync(migrationsDir)
  writeFileSync(join(migrationsDir, '0000_a.sql'), 'CREATE TABLE a (x int PRIMARY KEY);')
  const open = () => createTestDatabase({ migrationsDir, on, databaseUrl: server.url })
  const [one, other] = await Promise.all([open(), open()])
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
  await one.pool.query('INSERT INTO a VALUES (1)')
  expect((await other.pool.query('SELECT x FROM a')).rows).toEqual([])
})

test('PGlite behind the pool survives refused statements, broken transactions and changes of connection', async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  writeFileSync(join(folder, '0000_a.sql'), 'CREATE TABLE a (x int PRIMARY KEY);')
  const { pool, close } = await createTestDatabase({ migrationsDir: folder, on: 'pglite' })
  onTestFinished(close)
  await pool.query('INSERT INTO a VALUES ($1)', [1])
  for (const attempt of ['INSERT INTO a VALUES ($1)', 'SELECT 1 / ($1 - 1)', 'nonsense $1']) {
    await expect(pool.query(attempt, [1])).rejects.toHaveProperty('code')
    expect((await pool.query('SELECT x FROM a')).rows).toEqual([{ x: 1 }])
  }
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query('INSERT INTO a VALUES (2)')
  client.release(true)
  expect((await pool.query('SELECT x FROM a')).rows).toEqual([{ x: 1 }])
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => pool.query('SELECT $1::int AS n', [i])))
  expect(all.map(({ rows }) => rows[0].n)).toEqual(Array.from({ length: 50 }, (_, i) => i))
  const large = 'x'.repeat(3_000_000)
  expect((await pool.query('SELECT $1::text AS text', [large])).rows[0].text).toBe(large)
})
