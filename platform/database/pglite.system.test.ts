import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDurablePGlite } from './durable-pglite.ts'
import { openDatabase } from './open-database.ts'
import { testFolder } from './test-folder.ts'
import { watchDisk } from './test-power-cut.ts'

test('a power cut loses no acknowledged row, at creation or later, while plain PGlite loses them', async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const disk = await watchDisk()
  onTestFinished(disk.stop)

  const pglite = await createDurablePGlite(join(folder, 'pglite'))
  expect((await pglite.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }])
  disk.cutInto(join(folder, 'pglite'), join(folder, 'cut-at-creation'))
  cpSync(join(folder, 'pglite'), join(folder, 'stock'), { recursive: true })

  const before = disk.syncs()
  await write(pglite)
  expect(disk.syncs() - before).toBeGreaterThanOrEqual(40)
  disk.cutInto(join(folder, 'pglite'), join(folder, 'cut'))
  await pglite.close()

  const stock = await PGlite.create(join(folder, 'stock'))
  await write(stock)
  disk.cutInto(join(folder, 'stock'), join(folder, 'stock-cut'))
  await stock.close()
  disk.stop()

  expect(await count(join(folder, 'cut'))).toBe(40)
  expect(await count(join(folder, 'cut-at-creation'))).toBe('no such table')
  expect(await count(join(folder, 'stock-cut')).catch(() => 'does not open')).not.toBe(40)
}, 90_000)

/** Forty commits, with a CREATE TABLE and a checkpoint among them. */
async function write(pglite: PGlite): Promise<void> {
  await pglite.exec('CREATE TABLE signups (email text)')
  for (let i = 0; i < 40; i++) {
    await pglite.query('INSERT INTO signups VALUES ($1)', [`${i}@example.com`])
    if (i === 20) await pglite.exec('CHECKPOINT')
  }
}

async function count(folder: string): Promise<number | string> {
  const pglite = await createDurablePGlite(folder)
  try {
    const { rows } = await pglite.query<{ count: number }>('SELECT count(*)::int AS count FROM signups')
    return rows[0]?.count ?? 'nothing'
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return 'no such table'
    throw error
  } finally {
    await pglite.close()
  }
}

test('PGlite behind the pool survives rejected statements, broken transactions and changes of connection', async () => {
  const { pool } = await open(await emptyFolder({ '0000_a.sql': 'CREATE TABLE a (x int PRIMARY KEY);' }))
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

test('a failing migration on PGlite is rolled back completely, and earlier ones stay', async () => {
  const files = {
    '0000_a.sql': 'CREATE TABLE a (x int);',
    '0001_b.sql': 'CREATE TABLE b (x int); CREATE TABLE b (x int);',
  }
  const folder = await emptyFolder(files)
  await expect(open(folder)).rejects.toThrow(/Migration 0001_b.sql failed and was rolled back: .*already exists/)
  const { pool } = await open(folder, { isMigrated: false })
  expect((await pool.query('SELECT name FROM migrations')).rows).toEqual([{ name: '0000_a.sql' }])
  expect((await pool.query("SELECT to_regclass('a') AS a, to_regclass('b') AS b")).rows).toEqual([{ a: 'a', b: null }])
})

let initialised: Promise<string> | undefined

/** Creates an empty PGlite folder once, to be copied: creating one takes longer than a test. */
async function initialise(): Promise<string> {
  const { folder, remove } = testFolder()
  afterFile.push(remove)
  await (await createDurablePGlite(join(folder, 'pglite'))).close()
  return join(folder, 'pglite')
}
const afterFile: (() => unknown)[] = []
afterAll(() => Promise.all(afterFile.map((end) => end())))

/** Creates a folder with an empty PGlite and these migrations. */
async function emptyFolder(migrations: Record<string, string>): Promise<string> {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  cpSync(await (initialised ??= initialise()), join(folder, 'data/pglite'), { recursive: true })
  mkdirSync(join(folder, 'migrations'))
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, 'migrations', name), text)
  return folder
}

/** Opens the PGlite of a folder. */
async function open(folder: string, { isMigrated = true } = {}) {
  const log = { info: () => {}, warn: () => {} }
  const [dataDir, migrationsDir] = [join(folder, 'data'), join(folder, 'migrations')]
  const database = await openDatabase({ dataDir, migrationsDir, log, prefer: 'pglite', isMigrated })
  onTestFinished(() => database.close())
  expect(database.kind).toBe('pglite')
  return database
}
