import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#platform/database/test-database.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createProcesses } from './processes.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: 'db/migrations' })
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`DELETE FROM site_processes`))

/** A process on a host whose clock is ahead by `aheadMs`. */
function process(ROLE: 'all' | 'web' | 'worker' | 'station', { aheadMs = 0, storageId = 'disk', host = 'one' } = {}) {
  const lines: string[] = []
  const note = (level: string) => (_details: object, message: string) => void lines.push(`${level}: ${message}`)
  const processes = createProcesses({
    db: database.db,
    config: { ROLE, AZURACAST_URL: undefined },
    clock: { now: () => new Date(Date.now() + aheadMs) },
    log: { info: note('info'), warn: note('warn') },
    version: '1.2.3',
    storageId,
    host,
  })
  return { ...processes, lines }
}

test('a registered process is listed with its role, host and version until it ends', async () => {
  const one = process('all')
  expect(await one.list()).toEqual([])
  await one.start()
  expect(await one.list()).toMatchObject([{ role: 'all', host: 'one', version: '1.2.3', storageId: 'disk' }])
  expect(await one.problems()).toEqual([])
  await one.stop()
  expect(await one.list()).toEqual([])
})

test('a missing role is logged once, and again when it is resolved', async () => {
  const [web, worker] = [process('web'), process('worker')]
  await web.heartbeat()
  await web.heartbeat()
  expect(web.lines).toEqual(['warn: No worker is running', 'warn: No station is running'])
  await worker.heartbeat()
  await web.heartbeat()
  expect(web.lines.slice(2)).toEqual(['info: resolved: No worker is running'])
})

test('a process that was killed counts as gone after 50 seconds and is forgotten after a day', async () => {
  const [web, killed] = [process('web'), process('all')]
  await killed.heartbeat()
  await web.heartbeat()
  const setSeen = (age: string) =>
    database.db.execute(
      sql`UPDATE site_processes SET seen_at = clock_timestamp() - ${age}::interval WHERE role = 'all'`,
    )
  await setSeen('45 seconds')
  expect(await web.problems()).toEqual([])
  await setSeen('55 seconds')
  expect((await web.problems()).map(({ key }) => key)).toEqual(['worker', 'station'])
  await web.heartbeat()
  const count = async () => (await database.db.execute(sql`SELECT FROM site_processes`)).rowCount
  expect(await count()).toBe(2)
  await setSeen('25 hours')
  await web.heartbeat()
  expect(await count()).toBe(1)
})

test.each([
  [0, undefined],
  [60_000, '60 seconds ahead of'],
  [-60_000, '60 seconds behind'],
])('a clock %i ms ahead of the database is measured', async (aheadMs, text) => {
  const one = process('all', { aheadMs, host: 'late' })
  await one.heartbeat()
  expect((await one.problems()).map(({ detail }) => detail)).toEqual(
    text ? [expect.stringContaining(text) as string] : [],
  )
})

test('processes with different storage ids are reported by each of them', async () => {
  const [one, two] = [process('all'), process('web', { storageId: 'other', host: 'two' })]
  await one.heartbeat()
  await two.heartbeat()
  for (const each of [one, two]) expect((await each.problems()).map(({ key }) => key)).toEqual(['storage'])
})
