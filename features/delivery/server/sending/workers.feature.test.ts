import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createLog } from '#platform/log.ts'
import { createMailConnections } from '#platform/mailer/bulk/mail-connections.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { buildTestSite } from '#tests/support/test-site.ts'
import type { Sending } from '../delivery-deps.ts'
import { beginIssue } from './begin-issue.ts'
import { createConnectionHealth } from './connection-health.ts'
import { createSendRateLimit } from './send-rate-limit.ts'
import { sendIssue } from './send-issue.ts'
import { createLedger } from './ledger.ts'
import { addIssue, addReaders, emptyNewsletter, statesOf, statusOf } from './test-issues.ts'
import { testEmail, makeDue, openWorker, ownFolder, untilStatus } from './test-workers.ts'

// Several workers share the only thread of the embedded database.
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

/** Starts several workers, each with its own connections, at the same time. */
function start(count: number, environment: Record<string, string>) {
  workers = Array.from({ length: count }, () => openWorker(database, environment))
  for (const worker of workers) worker.start()
}

test('of three workers one starts an issue, and each recipient gets it once', async () => {
  await addReaders(database, 120)
  const id = await addIssue(database)
  await makeDue(database, id)
  start(3, { SMTP_URL: `${relay.url}?maxConnections=3` })
  await untilStatus(database, id, 'sent')
  expect(await statesOf(database, id)).toEqual({ sent: 120 })
  expect(relay.received).toHaveLength(120)
  expect(new Set(relay.received.map(({ to }) => to)).size).toBe(120)
  expect(new Set(relay.received.map(({ from }) => from)).size).toBe(120)
  const { rows } = await database.pool.query<{ action: string; total: number }>(
    `SELECT action, count(*)::int AS total FROM audit_log WHERE subject = $1 GROUP BY action ORDER BY action`,
    [`issue:${id}`],
  )
  expect(rows).toEqual([
    { action: 'issue.begin', total: 1 },
    { action: 'issue.sent', total: 1 },
  ])
})

test('the rate limit holds for all workers together in every window of a second', async () => {
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

test('without a relay each delivery is one file, even after a crash before the commit', async () => {
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

test('claims of a dead worker are taken over, and deliveries in flight become uncertain', async () => {
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

/** Dependencies of worker functions that a test calls one by one. */
const depsOf = ({ db }: Database) => ({ db, clock: systemClock, log: createLog('silent') })

/** Creates an issue with unsent deliveries. */
async function beginWith(readers: number): Promise<string> {
  await addReaders(database, readers)
  const id = await addIssue(database)
  await makeDue(database, id)
  expect(await beginIssue({ ...depsOf(database), issues: { write: async () => testEmail } }, id)).toBe(true)
  return id
}

test.each([
  ['unscheduled', `status = 'draft'`, 'draft'],
  ['edited', 'version = version + 1', 'scheduled'],
])('an issue that is %s while it is rendered is not started', async (_name, change, status) => {
  await addReaders(database, 3)
  const id = await addIssue(database)
  await makeDue(database, id)
  const write = async () => {
    await database.pool.query(`UPDATE newsletter_issues SET ${change} WHERE id = $1`, [id])
    return testEmail
  }
  expect(await beginIssue({ ...depsOf(database), issues: { write } }, id)).toBe(false)
  expect([await statusOf(database, id), await statesOf(database, id)]).toEqual([{ status, reason: '' }, {}])
})

test('a worker stopped while waiting for the relay releases every delivery without an attempt', async () => {
  const id = await beginWith(3)
  const deps = { ...depsOf(database), worker: 'the stopped one', signal: new AbortController().signal }
  const health = createConnectionHealth()
  let isStopping = false
  const isUp = (isOver: () => boolean) => {
    isStopping = true
    return health.isUp(isOver)
  }
  const unexpected = () => Promise.reject(new Error('nothing is sent'))
  const inFlight = new Set<string>()
  await sendIssue(
    {
      ...deps,
      connections: createMailConnections(`${relay.url}?maxConnections=2`, ''),
      ledger: createLedger({ ...deps, feedback: { refused: unexpected } }),
      cap: createSendRateLimit({ ...deps, perSecond: () => null }),
      health: { ...health, isUp },
      inFlight,
      isStopping: () => isStopping,
    },
    { id, write: unexpected, errors: { inRow: 0 }, stopAfterErrors: 1, pause: unexpected },
  )
  const { rows } = await database.pool.query(
    'SELECT state, claimed_by, attempts FROM newsletter_deliveries WHERE issue_id = $1',
    [id],
  )
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ state: 'queued', claimed_by: null, attempts: 0 })))
  expect([isStopping, inFlight.size, relay.received.length]).toEqual([true, 0, 0])
})

test('a site stopped during a send ends the deliveries in flight, and a worker sends the others later', async () => {
  // Replies to each body with a delay, so that some are in flight at any time.
  const slow = await startRelay({ slowMs: 60 })
  onTestFinished(() => slow.stop())
  await addReaders(database, 120)
  const id = await addIssue(database)
  await makeDue(database, id)
  const environment = { SMTP_URL: `${slow.url}?maxConnections=4`, POSTAL_ADDRESS: '1 Plate Street' }
  const site = await buildTestSite({
    environment,
    connect: async () => ({ ...database, close: async () => undefined }),
  })
  onTestFinished(() => site.close())
  site.delivery.sending.start()
  await expect.poll(() => slow.received.length, { interval: 5 }).toBeGreaterThanOrEqual(30)
  await site.close()
  expect(slow.underWay.now).toBe(0)
  const sent = slow.received.length
  expect(sent).toBeLessThan(120)
  // None is in flight or uncertain.
  expect(await statesOf(database, id)).toEqual({ queued: 120 - sent, sent })
  start(1, environment)
  await untilStatus(database, id, 'sent')
  expect(new Set(slow.received.map(({ to }) => to)).size).toBe(120)
  expect(slow.received).toHaveLength(120)
})

test('on an embedded database earlier claims are recovered at once, on a shared one after the heartbeat timeout', async () => {
  const id = await beginWith(3)
  await database.pool.query(`UPDATE newsletter_deliveries SET state = 'claimed', claimed_by = 'the one before'`)
  await database.pool.query(
    `INSERT INTO newsletter_senders (id, seen_at) VALUES ('the one before', clock_timestamp() - $1 * interval '1 second')`,
    [process.uptime() + 60],
  )
  workers = (['postgres', 'embedded-postgres'] as const).map((kind) =>
    openWorker({ ...database, kind }, { SMTP_URL: relay.url }, { times: { unseenMs: 86_400_000 } }),
  )
  await workers[0]!.now()
  expect(await statesOf(database, id)).toEqual({ claimed: 3 })
  await workers[1]!.now()
  expect(await statesOf(database, id)).toEqual({ sent: 3 })
})

test('a round requested while another one fails runs on its own', async () => {
  const id = await beginWith(3)
  let again: Promise<void> | undefined
  const addresses = async () => {
    if (again) return { open: () => '', link: () => '', bounce: () => 'bounce@own.example' }
    again = worker.now()
    throw new Error('the key cannot be read')
  }
  const worker = openWorker(database, { SMTP_URL: relay.url }, { addresses })
  workers = [worker]
  await expect(worker.now()).rejects.toThrow('the key cannot be read')
  await again
  expect(await statesOf(database, id)).toEqual({ sent: 3 })
})
