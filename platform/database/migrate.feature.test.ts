import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase } from './test-database.ts'
import { testFolder } from './test-folder.ts'

const log = { info: () => {}, warn: () => {} }

async function fresh() {
  const { folder, remove } = testFolder()
  const [none, migrationsDir] = [join(folder, 'none'), join(folder, 'migrations')]
  mkdirSync(none)
  mkdirSync(migrationsDir)
  const database = await createTestDatabase({ migrationsDir: none })
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  const write = (name: string, text: string) => writeFileSync(join(migrationsDir, name), text)
  write('0000_a.sql', 'CREATE TABLE a (x int);\n--> statement-breakpoint\nCREATE INDEX a_x ON a (x);\n')
  write('0001_b.sql', 'CREATE TABLE b (x int);')
  return { pool: database.pool, migrationsDir, write, run: () => migrate(database.pool, { migrationsDir, log }) }
}

test('migrations are applied once, in order, and new ones later', async () => {
  const { run, write, pool } = await fresh()
  expect(await run()).toEqual({ applied: ['0000_a.sql', '0001_b.sql'] })
  expect(await run()).toEqual({ applied: [] })
  write('0002_c.sql', 'ALTER TABLE a ADD y int;')
  expect(await run()).toEqual({ applied: ['0002_c.sql'] })
  expect((await pool.query('SELECT x, y FROM a')).rows).toEqual([])
})

test('an applied migration that changed is rejected by name, regardless of line endings', async () => {
  const { run, write } = await fresh()
  await run()
  write('0001_b.sql', 'CREATE TABLE b (x int, y int);')
  await expect(run()).rejects.toThrow('Migration 0001_b.sql was changed after it was applied')
  write('0001_b.sql', 'CREATE TABLE b (x int);')
  write('0000_a.sql', 'CREATE TABLE a (x int);\r\n--> statement-breakpoint\r\nCREATE INDEX a_x ON a (x);\r\n')
  expect(await run()).toEqual({ applied: [] })
})

test('a failing migration is rolled back completely and named, and earlier ones stay', async () => {
  const { run, write, pool } = await fresh()
  write('0001_b.sql', 'CREATE TABLE b (x int); CREATE TABLE b (x int);')
  await expect(run()).rejects.toThrow(/Migration 0001_b.sql failed and was rolled back: .*already exists/)
  await expect(pool.query('SELECT FROM b')).rejects.toMatchObject({ code: '42P01' })
  expect((await pool.query('SELECT name FROM migrations')).rows).toEqual([{ name: '0000_a.sql' }])
  write('0001_b.sql', 'CREATE TABLE b (x int);')
  expect(await run()).toEqual({ applied: ['0001_b.sql'] })
})

test('a migration that is out of order is rejected, a database newer than the code is not', async () => {
  const { run, write, migrationsDir } = await fresh()
  await run()
  write('0000_z.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('0000_z.sql is new but sorts before 0001_b.sql')
  rmSync(join(migrationsDir, '0000_z.sql'))
  rmSync(join(migrationsDir, '0001_b.sql'))
  expect(await run()).toEqual({ applied: [] })
})

test('concurrent processes apply every migration exactly once', async () => {
  const { run, pool } = await fresh()
  const runs = await Promise.all(Array.from({ length: 8 }, run))
  expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(['0000_a.sql', '0001_b.sql'])
  expect((await pool.query('SELECT count(*)::int AS count FROM migrations')).rows).toEqual([{ count: 2 }])
})
