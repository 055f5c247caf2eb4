import net from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { createChanges } from '#platform/database/changes.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { createLinkTokens } from '#platform/link-tokens.ts'
import { createLog } from '#platform/log.ts'
import { createSending } from '#features/delivery/server/sending/sending.ts'
import { addIssue, addReaders } from '#features/delivery/server/sending/test-issues.ts'
import { createAddressLoader } from '#features/delivery/server/engagement/load-addresses.ts'
import { benchEmail } from './issue.ts'

/*
 * A process that sends, for measuring and for killing: RECIPIENTS people, WORKERS workers, and with NEW_ISSUE=1 an
 * issue that is due now. Prints lines of JSON: what it began, how it stands, and its end. DIE_AT=n dies by kill -9 at
 * its n-th write to a socket once it is sending; DIE_AFTER=1 just behind that write instead of before it.
 */
const { RECIPIENTS = '100', WORKERS = '1', NEW_ISSUE, DIE_AT, DIE_AFTER, WORDS = '2000', KEEP_ON } = process.env
const config = readConfig(process.env)
const log = createLog(config.LOG_LEVEL)
const dataDir = resolve(config.DATA_DIR)
const database = await openDatabase({
  databaseUrl: config.DATABASE_URL,
  dataDir,
  migrationsDir: resolve(import.meta.dirname, '../../db/migrations'),
  log,
})
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const { rows: people } = await database.pool.query<{ total: number }>('SELECT count(*)::int AS total FROM subscribers')
if ((people[0]?.total ?? 0) < Number(RECIPIENTS))
  for (let from = people[0]?.total ?? 0; from < Number(RECIPIENTS); from += 10_000)
    await addReaders(database, Math.min(10_000, Number(RECIPIENTS) - from), from)
if (NEW_ISSUE) {
  const id = await addIssue(database, `Issue ${Date.now()}`, Number(WORDS))
  await database.pool.query(`UPDATE newsletter_issues SET status = 'scheduled', due_at = now() WHERE id = $1`, [id])
}

const changes = createChanges({ database, log })
const siteKeys = { get: async () => Buffer.alloc(32, 2), adopt: async () => undefined }
const linkTokens = createLinkTokens(siteKeys)
const deps = {
  config: { ...config, DATA_DIR: dataDir },
  database,
  db: database.db,
  changes,
  clock: systemClock,
  linkTokens,
  log,
}
const nobody = () => Promise.reject(new Error('this process only sends'))
const workers = Array.from({ length: Number(WORKERS) }, () =>
  createSending(
    {
      ...deps,
      issues: { write: async () => benchEmail(Number(WORDS)), find: nobody, check: nobody, create: nobody },
      addresses: createAddressLoader(database.db, siteKeys, config),
      feedback: { refused: async () => undefined },
    },
    { tickMs: 100, seenEveryMs: 300, unseenMs: 1_500, firstBreakMs: 100 },
  ),
)
if (DIE_AT) dieAtWrite(Number(DIE_AT))
say({ started: process.pid })
let isStopped = false
process.on('SIGTERM', () => {
  isStopped = true
  void Promise.all(workers.map((worker) => worker.stop())).then(async () => {
    say({ stopped: true })
    await database.close()
    process.exit(0)
  })
})
// Whoever measures is gone.
process.stdin.on('end', () => void database.close().finally(() => process.exit(1))).resume()
for (const worker of workers) worker.start()

let most = 0
for (;;) {
  most = Math.max(most, process.memoryUsage().rss)
  if (isStopped) await sleep(60_000)
  const { rows } = await database.pool
    .query<{ id: string; status: string; sent_at: Date | null; started_at: Date | null }>(
      `SELECT id, status, sent_at, started_at FROM newsletter_issues ORDER BY created_at DESC LIMIT 1`,
    )
    .catch(() => ({ rows: [] }))
  const [issue] = rows
  if (issue && issue.status === 'sent' && !KEEP_ON) {
    const { rows: states } = await database.pool.query<{ state: string; emails: string[] | null; total: number }>(
      `SELECT state, count(*)::int AS total, CASE WHEN state <> 'sent' THEN array_agg(email) END AS emails FROM newsletter_deliveries WHERE issue_id = $1 GROUP BY state`,
      [issue.id],
    )
    say({
      done: issue.id,
      states,
      seconds: ((issue.sent_at?.getTime() ?? 0) - (issue.started_at?.getTime() ?? 0)) / 1000,
      cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
      mostMegabytes: Math.round(most / 1e6),
    })
    await Promise.all(workers.map((worker) => worker.stop()))
    await database.close()
    process.exit(0)
  }
  await sleep(100)
}

/** All traffic to the relay and to the database goes through this connection. */
function dieAtWrite(at: number) {
  let writes = 0
  type Write = (this: net.Socket, ...deps: unknown[]) => unknown
  const prototype = net.Socket.prototype as unknown as { _write: Write; _writev: Write | undefined }
  for (const name of ['_write', '_writev'] as const) {
    const write = prototype[name]
    if (!write) continue
    prototype[name] = function (...deps) {
      writes += 1
      if (writes === at && !DIE_AFTER) process.kill(process.pid, 'SIGKILL')
      const result = write.apply(this, deps)
      if (writes === at) process.kill(process.pid, 'SIGKILL')
      return result
    }
  }
}
