import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#platform/database/test-database.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import type { Sending } from '../newsletter-parts.ts'
import { addIssue, addReaders, emptyNewsletter, statesOf } from './test-issues.ts'
import { makeDue, openWorker, ownFolder, untilStatus } from './test-workers.ts'

// Several workers share the one thread of the embedded database.
vi.setConfig({ testTimeout: 60_000 })

let database: Database
let relay: Relay
let workers: Sending[] = []

beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../../../../db/migrations') })
  relay = await startRelay()
})
beforeEach(() => emptyNewsletter(database))
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  relay.forget()
})
afterAll(async () => {
  await database.close()
  await relay.stop()
})

/** So many workers, each with connections of its own, begin at the same time. */
function start(count: number, environment: Record<string, string>) {
  workers = Array.from({ length: count }, () => openWorker(database, environment))
  for (const worker of workers) worker.start()
}

test('three workers on one issue: one begins it, and each recipient has it once', async () => {
  await addReaders(database, 120)
  const id = await addIssue(database)
  await makeDue(database, id)
  start(3, { SMTP_URL: `${relay.url}?maxConnections=3` })
  await untilStatus(database, id, 'sent')
  expect(await statesOf(database, id)).toEqual({ sent: 120 })
  expect(relay.received).toHaveLength(120)
  expect(new Set(relay.received.map(({ to }) => to)).size).toBe(120)
  expect(new Set(relay.received.map(({ from }) => from)).size).toBe(120)
  const { rows } = await database.pool.query<{ act: string; total: number }>(
    `SELECT act, count(*)::int AS total FROM admin_events WHERE subject = $1 GROUP BY act ORDER BY act`,
    [`issue:${id}`],
  )
  expect(rows).toEqual([
    { act: 'issue.begin', total: 1 },
    { act: 'issue.sent', total: 1 },
  ])
})

test('a cap holds for all workers together, in every second wherever it begins', async () => {
  await addReaders(database, 60)
  const id = await addIssue(database)
  await makeDue(database, id)
  start(2, { SMTP_URL: `${relay.url}?maxConnections=4`, NEWSLETTER_RATE_PER_SECOND: '20' })
  await untilStatus(database, id, 'sent')
  const times = relay.received.map(({ at }) => at).toSorted((a, b) => a - b)
  expect(times).toHaveLength(60)
  const inOneSecond = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length)
  expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(20)
})

test('without a relay each copy is one file, also when a process died before it could write down that it was', async () => {
  const { folder, remove } = await ownFolder()
  try {
    await addReaders(database, 40)
    const id = await addIssue(database)
    await makeDue(database, id)
    start(2, { DATA_DIR: folder })
    await untilStatus(database, id, 'sent')
    const files = async () => (await readdir(join(folder, 'outbox'))).filter((name) => name.endsWith('.eml'))
    expect(await files()).toHaveLength(40)
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))

    await database.pool.query(
      `UPDATE newsletter_deliveries SET state = 'in_data', claimed_by = 'somebody who died' WHERE id IN (SELECT id FROM newsletter_deliveries ORDER BY id LIMIT 3)`,
    )
    await database.pool.query(`UPDATE newsletter_issues SET status = 'sending' WHERE id = $1`, [id])
    start(2, { DATA_DIR: folder })
    await untilStatus(database, id, 'sent')
    expect(await statesOf(database, id)).toEqual({ sent: 40 })
    expect(await files()).toHaveLength(40)
  } finally {
    await remove()
  }
})

test('a worker nobody sees any more leaves what it had claimed to the others, and what was on its way uncertain', async () => {
  await addReaders(database, 20)
  const id = await addIssue(database)
  await makeDue(database, id)
  start(1, { SMTP_URL: relay.url })
  await untilStatus(database, id, 'sent')
  relay.received.length = 0
  const leave = (state: string, count: number) =>
    database.pool.query(
      `UPDATE newsletter_deliveries SET state = $1, sent_at = NULL, claimed_by = 'somebody who died'
       WHERE id IN (SELECT id FROM newsletter_deliveries WHERE state = 'sent' ORDER BY id LIMIT $2)`,
      [state, count],
    )
  await leave('claimed', 5)
  await leave('in_data', 2)
  await database.pool.query(`UPDATE newsletter_issues SET status = 'sending' WHERE id = $1`, [id])
  await untilStatus(database, id, 'sent')
  expect(await statesOf(database, id)).toEqual({ sent: 18, uncertain: 2 })
  expect(relay.received).toHaveLength(5)
})
