import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { breakableConnection } from '#tests/support/breakable-connection.ts'
import { startRelay } from '#tests/support/relay.ts'
import type { Sending } from '../delivery-deps.ts'
import { addIssue, addReaders, statesOf, statusOf } from './test-issues.ts'
import { makeDue, openWorker, untilStatus } from './test-workers.ts'

const migrationsDir = join(import.meta.dirname, '../../../../db/migrations')
const silent = { info: () => undefined, warn: () => undefined }
let worker: Sending | undefined

afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

function startWorker(database: Database, smtpUrl: string) {
  worker = openWorker(database, { SMTP_URL: smtpUrl })
  worker.start()
}

async function startIssue(database: Database, readers: number): Promise<string> {
  await addReaders(database, readers)
  const id = await addIssue(database)
  await makeDue(database, id)
  return id
}

async function emptyDatabase(): Promise<Database> {
  const database = await createTestDatabase({ migrationsDir })
  onTestFinished(async () => {
    await worker?.stop()
    await database.close()
  })
  return database
}

test(
  'while the relay is unavailable no recipient is lost or failed, and afterwards each gets the issue once',
  { timeout: 60_000 },
  async () => {
    const database = await emptyDatabase()
    const first = await startRelay()
    const port = Number(new URL(first.url).port)
    await first.stop()
    const id = await startIssue(database, 30)
    startWorker(database, `${first.url}?maxConnections=3`)
    await untilStatus(database, id, 'sending')
    await expect
      .poll(
        async () =>
          (await database.pool.query(`SELECT FROM newsletter_deliveries WHERE response LIKE '%connection refused%'`))
            .rowCount,
        {
          timeout: 15_000,
        },
      )
      .toBeGreaterThan(0)
    const { sent, failed, uncertain } = await statesOf(database, id)
    expect([sent, failed, uncertain]).toEqual([undefined, undefined, undefined])
    const relay = await startRelay({ port })
    onTestFinished(() => relay.stop())
    await untilStatus(database, id, 'sent')
    expect(await statesOf(database, id)).toEqual({ sent: 30 })
    expect(relay.received.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 30 }, (_reader, n) => `reader-${n}@example.com`).toSorted(),
    )
  },
)

test(
  'a relay with an untrusted certificate gets nothing, and the issue pauses with the reason',
  { timeout: 60_000 },
  async () => {
    const database = await emptyDatabase()
    const relay = await startRelay({ tls: 'broken' })
    onTestFinished(() => relay.stop())
    await database.pool.query(`INSERT INTO newsletter_sending_settings (id, stop_after_errors) VALUES (1, 3)`)
    const id = await startIssue(database, 10)
    startWorker(database, `${relay.url}?maxConnections=2`)
    await untilStatus(database, id, 'paused')
    expect((await statusOf(database, id)).reason).toMatch(/certificate/i)
    await expect.poll(() => statesOf(database, id)).toEqual({ queued: 10 })
    expect(relay.received).toEqual([])
  },
)

test(
  'after the database is cut off during commits, lost outcomes are recovered and nobody gets the issue twice',
  { timeout: 60_000 },
  async () => {
    const direct = await emptyDatabase()
    const line = await breakableConnection(String(direct.pool.options.connectionString))
    const relay = await startRelay()
    const database = await openDatabase({ databaseUrl: line.url, migrationsDir, dataDir: '', log: silent })
    const id = await startIssue(direct, 200)
    let cuts = 0
    relay.behave = () => {
      // The database is cut off three times, while deliveries wait for their commits.
      if (relay.received.length < 30 * (cuts + 1) || cuts >= 3) return 'takes'
      cuts += 1
      void line.cut().then(() => setTimeout(() => void line.mend(), 50))
      return 'takes'
    }
    try {
      startWorker(database, `${relay.url}?maxConnections=4`)
      await untilStatus(direct, id, 'sent', 40_000)
      expect(cuts).toBe(3)
      const received = relay.received.map(({ to }) => to)
      const { rows } = await direct.pool.query<{ email: string }>(
        `SELECT email FROM newsletter_deliveries WHERE state = 'uncertain'`,
      )
      expect(new Set(received).size).toBe(received.length)
      expect(new Set([...received, ...rows.map(({ email }) => email)]).size).toBe(200)
      expect(rows.length).toBeLessThanOrEqual(3 * 4)
    } finally {
      await worker?.stop()
      await database.close()
      await line.cut()
      await relay.stop()
    }
  },
)
