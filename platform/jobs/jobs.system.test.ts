import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { borrowRealPostgres } from '#tests/support/real-postgres.ts'
import { createChanges } from '#platform/database/changes.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import type { QueuedJob } from './job.ts'
import { createJobs } from './jobs.ts'
import { listOpenJobs } from './queries.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const migrationsDir = resolve(import.meta.dirname, '../../db/migrations')

/** A database, the queue as a web process sees it, and processes that work on it. */
async function openWorld() {
  const server = await borrowRealPostgres()
  const database = await createTestDatabase({ migrationsDir, databaseUrl: server.url })
  const changes = createChanges({ database, log })
  const jobs = createJobs({ database, changes, log, isRunning: false })
  onTestFinished(async () => {
    await jobs.stop(0)
    await database.close()
    await server.stop()
  })
  await jobs.open([{ name: 'test.kill', title: 'Wait to be killed', role: 'worker' } as QueuedJob], [])
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const url = new URL(server.url)
  url.pathname = `/${rows[0]!.name}`

  async function openProcess() {
    const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'test-job-process.ts')], {
      env: { ...process.env, DATABASE_URL: url.href, MIGRATIONS_DIR: migrationsDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
    const nextLine = async () => (await lines.next()).value as string | undefined
    expect(await nextLine()).toBe('ready')
    return {
      nextLine,
      async end(signal: NodeJS.Signals) {
        const ended = once(child, 'exit')
        child.kill(signal)
        return (await ended)[0] as number | null
      },
    }
  }
  /** Recovers the jobs of dead processes, as happens a minute after one died. */
  const passHeartbeat = async () => {
    await database.pool.query(`update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
    await database.pool.query(`update jobs.queue set monitor_claim_on = null, monitor_on = null`)
    await jobs.recover()
    await database.pool.query(`update jobs.job set start_after = now() where state < 'active'`)
  }
  return { database, jobs, openProcess, passHeartbeat, open: () => listOpenJobs(database.db, 10) }
}

test('the job of a killed process is taken over by another one, and nothing is lost', async () => {
  const { database, jobs, openProcess, passHeartbeat, open } = await openWorld()
  const first = await openProcess()
  await jobs.add(database.db, 'test.kill', { id: 'a', hangs: true }, { key: 'a' })
  expect(await first.nextLine()).toBe('begun a')
  await jobs.add(database.db, 'test.kill', { id: 'b', hangs: false }, { key: 'b' })
  await first.end('SIGKILL')
  expect((await open()).map(({ key, state }) => [key, state]).toSorted()).toEqual([
    ['a', 'active'],
    ['b', 'created'],
  ])

  await database.pool.query(`update jobs.job set data = data || '{"hangs": false}'`)
  await passHeartbeat()
  const second = await openProcess()
  expect([await second.nextLine(), await second.nextLine()].toSorted()).toEqual(['begun a', 'begun b'])
  await expect.poll(open).toEqual([])
  expect(await second.end('SIGTERM')).toBe(0)
}, 120_000)

test('a process that is asked to stop returns unfinished jobs within its limit', async () => {
  const { database, jobs, openProcess, open } = await openWorld()
  const only = await openProcess()
  await jobs.add(database.db, 'test.kill', { id: 'a', hangs: true })
  expect(await only.nextLine()).toBe('begun a')
  expect(await only.end('SIGTERM')).toBe(0)
  expect(await open()).toMatchObject([
    { state: 'retry', output: { message: 'The process running this job was stopped.' } },
  ])
}, 120_000)
