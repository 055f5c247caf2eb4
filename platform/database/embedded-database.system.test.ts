import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './open-database.ts'
import { readPostmaster, isServerOf } from './postmaster-file.ts'
import { testFolder } from './test-folder.ts'
import { emptyTestDataFolder, testDataFolder } from './test-data-folder.ts'
import { isUnavailable } from './unavailable-error.ts'

// Servers are created, killed and recovered here, perhaps on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const isRoot = process.getuid?.() === 0
const emails = 'SELECT email FROM signups ORDER BY email'

test('the embedded server writes durably, is reached by an unprivileged role through a private socket, and stops with its process', async () => {
  const site = await testDataFolder()
  const database = await site.open()
  expect(database.kind).toBe('embedded-postgres')
  expect(database.describe()).toContain('embedded PostgreSQL 18')
  await database.ping()
  const { rows } = await database.pool.query(`
    SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('full_page_writes') AS full_page_writes, current_setting('listen_addresses') AS listen_addresses,
      current_setting('is_superuser') AS is_superuser`)
  expect(rows).toEqual([
    { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', listen_addresses: '', is_superuser: 'off' },
  ])
  await database.close()
  await database.close()
  expect(existsSync(join(site.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('killing the database server loses no acknowledged row, and it is restarted without a restart of the site', async () => {
  const site = await testDataFolder()
  const database = await site.open()
  await database.pool.query("INSERT INTO signups VALUES ('ada@example.com')")
  const folder = join(site.dataDir, 'postgres')
  const before = readPostmaster(folder)?.pid ?? 0
  process.kill(before, 'SIGKILL')
  await vi.waitFor(
    async () => {
      const answer = await database.pool.query(emails).catch((error: unknown) => error)
      if (answer instanceof Error) expect(isUnavailable(answer), answer.message).toBe(true)
      expect(answer).toMatchObject({ rows: [{ email: 'ada@example.com' }] })
      expect(readPostmaster(folder)?.pid).not.toBe(before)
    },
    { timeout: 20_000, interval: 20 },
  )
})

test('killing the site leaves the database running, and the next start takes it over', async () => {
  const site = await testDataFolder()
  const first = await site.start()
  await first.query("INSERT INTO signups VALUES ('ada@example.com') RETURNING email")
  const { pid } = readPostmaster(join(site.dataDir, 'postgres')) ?? { pid: 0 }
  await first.kill()

  const second = await site.start()
  expect(second.kind).toBe('embedded-postgres')
  expect(await second.query(emails)).toEqual([{ email: 'ada@example.com' }])
  expect(readPostmaster(join(site.dataDir, 'postgres'))?.pid).toBe(pid)
  expect(await second.end()).toBe(0)
  expect(isServerOf(pid, join(site.dataDir, 'postgres'))).toBe(false)
})

test('killing the site and the database loses no acknowledged row', async () => {
  const site = await testDataFolder()
  const first = await site.start()
  await first.query("INSERT INTO signups VALUES ('ada@example.com') RETURNING email")
  const { pid } = readPostmaster(join(site.dataDir, 'postgres')) ?? { pid: 0 }
  await first.kill()
  process.kill(pid, 'SIGKILL')
  const database = await site.open()
  expect((await database.pool.query(emails)).rows).toEqual([{ email: 'ada@example.com' }])
})

test('a second process on the same data folder is rejected and changes nothing', async () => {
  const site = await testDataFolder()
  const first = await site.start()
  const second = await site.start()
  expect(second.kind).toBeUndefined()
  expect(await second.exited).toBe(1)
  expect(second.complaint()).toMatch(`DATA_DIR ${site.dataDir} is already in use by process ${first.pid}.`)
  await expect(site.open()).rejects.toMatchObject({ name: 'DataFolderInUseError', ownerPid: first.pid })
  expect(await first.query("INSERT INTO signups VALUES ('ada@example.com') RETURNING email")).toHaveLength(1)
  expect(await first.end()).toBe(0)
  const database = await site.open()
  expect(database.kind).toBe('embedded-postgres')
  expect((await database.pool.query(emails)).rows).toEqual([{ email: 'ada@example.com' }])
})

// Every folder is locked before its kind of database is known; the test above covers the lock.
test('PGlite keeps acknowledged rows when killed, and stays the database of its folder', async () => {
  const site = await testDataFolder({ prefer: 'pglite' })
  const killed = await site.start()
  expect(killed.kind).toBe('pglite')
  await killed.query("INSERT INTO signups VALUES ('bob@example.com') RETURNING email")
  await killed.kill()
  const database = await site.open()
  expect(database.kind).toBe('pglite')
  expect((await database.pool.query(emails)).rows).toEqual([{ email: 'bob@example.com' }])
})

test('a data folder whose path is too long for a socket still works', async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(deep, { recursive: true })
  const site = await testDataFolder({ within: deep })
  const database = await site.open()
  expect(database.kind).toBe('embedded-postgres')
  await database.ping()
  const { socketFolder = '' } = readPostmaster(join(site.dataDir, 'postgres')) ?? {}
  expect(socketFolder).not.toContain(deep)
  await database.close()
  expect(existsSync(socketFolder)).toBe(false)
})

test('a server file left by a crash, whose process id now belongs to another process, does not prevent the start', async () => {
  const site = await testDataFolder()
  await (await site.open()).close()
  const stale = join(site.dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(
    stale,
    `${process.pid}\n${join(site.dataDir, 'postgres')}\n0\n5432\n${join(site.dataDir, 'postgres-run')}\n\n\nready   \n`,
    { mode: 0o666 },
  )
  await (await site.open()).ping()
  expect(readFileSync(stale, 'utf8').split('\n')[0]).not.toBe(String(process.pid))
})

test.runIf(isRoot)(
  'if the unprivileged user cannot reach the folder, PGlite is used for a new folder, and an existing one is rejected',
  async () => {
    const { folder, remove } = testFolder()
    onTestFinished(remove)
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const fresh = emptyTestDataFolder({ within: closed })
    expect((await fresh.open()).kind).toBe('pglite')

    const written = emptyTestDataFolder({ within: closed })
    mkdirSync(join(written.dataDir, 'postgres'), { recursive: true })
    await expect(written.open()).rejects.toThrow(/needs PostgreSQL, but user \d+ cannot enter/)
  },
)

test('an address that does not respond is reported without its password', async () => {
  const site = emptyTestDataFolder()
  const error = await openDatabase({
    databaseUrl: 'postgres://site:hunter2@127.0.0.1:1/site',
    dataDir: site.dataDir,
    migrationsDir: site.migrationsDir,
    log: { info: () => {}, warn: () => {} },
    patienceMs: 0,
  }).catch((reason: Error) => reason)
  expect(error).toMatchObject({
    name: 'DatabaseStartError',
    message: expect.stringContaining('127.0.0.1:1/site cannot be used'),
  })
  expect(String(error)).not.toContain('hunter2')
})
