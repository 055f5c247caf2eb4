import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChanges } from '#platform/database/changes.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { PeriodicJob, QueuedJob } from './job.ts'
import { createJobs, type JobsHandle } from './jobs.ts'
import { listOpenJobs } from './queries.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let database: Database

beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: resolve(import.meta.dirname, '../../db/migrations') })
}, 60_000)
beforeEach(() => database.pool.query('delete from jobs.job'))
afterAll(() => database.close())

const dataSchema = z.object({ id: z.string() })

/** A queued job that runs a function of the test. */
const queued = (run: (id: string, signal: AbortSignal) => Promise<unknown>): QueuedJob<{ id: string }> => ({
  name: 'test.queued',
  title: 'Do something',
  role: 'worker',
  data: dataSchema,
  run: ({ id }, signal) => run(id, signal),
})

const periodic = (run: (signal: AbortSignal) => Promise<unknown>): PeriodicJob => ({
  name: 'test.periodic',
  title: 'Do it again',
  role: 'worker',
  every: '1h',
  run,
})

/** A process in which no job runs before `start`, except by `runNow`. */
async function openProcess(job: PeriodicJob | QueuedJob, { isRunning = false } = {}): Promise<JobsHandle> {
  const changes = createChanges({ database, log })
  const jobs = createJobs({ database, changes, log, isRunning })
  onTestFinished(async () => {
    await jobs.stop(0)
    await changes.stop()
  })
  await jobs.open([job], [job])
  if (isRunning) await changes.listen()
  return jobs
}

/** Delay of the next attempt after the last failure. */
const letTimePass = () =>
  database.pool.query(`update jobs.job set start_after = now() - interval '1 second' where state < 'active'`)

const openJobs = () => listOpenJobs(database.db, 100)

/** A promise with the function that resolves it. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  return { promise, open }
}

test('two processes on one database never run the same job twice', async () => {
  const ran: string[] = []
  const job = queued(async (id) => void ran.push(id))
  const one = await openProcess(job)
  const other = await openProcess(job)
  const ids = Array.from({ length: 40 }, (_, at) => `job ${at}`)
  await database.db.transaction(async (tx) => {
    for (const id of ids) await one.add(tx, 'test.queued', { id })
  })
  await Promise.all([one, other, one, other].map((jobs) => jobs.runNow('test.queued')))
  expect(ran.toSorted()).toEqual(ids.toSorted())
  expect(await openJobs()).toEqual([])
})

test('a job with a key is queued once while it waits or runs', async () => {
  const ran: string[] = []
  const jobs = await openProcess(
    queued(async (id) => {
      ran.push(id)
      await jobs.add(database.db, 'test.queued', { id: 'again' }, { key: 'a' })
    }),
  )
  await jobs.add(database.db, 'test.queued', { id: 'first' }, { key: 'a' })
  await jobs.add(database.db, 'test.queued', { id: 'second' }, { key: 'a' })
  await jobs.runNow('test.queued')
  expect(ran).toEqual(['first'])
})

test('a job whose transaction is rolled back is never queued', async () => {
  const jobs = await openProcess(queued(async () => undefined))
  const undone = database.db.transaction(async (tx) => {
    await jobs.add(tx, 'test.queued', { id: 'a' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await openJobs()).toEqual([])
})

test('a failing job is retried with growing delays, and stores the reason', async () => {
  const jobs = await openProcess(
    queued(async () => {
      throw new Error('the disk is full')
    }),
  )
  await jobs.add(database.db, 'test.queued', { id: 'a' })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await expect(jobs.runNow('test.queued')).rejects.toThrow('the disk is full')
    const [row] = await openJobs()
    expect(row).toMatchObject({ state: 'retry', output: { message: 'the disk is full' } })
    waits.push((row!.dueAt.getTime() - row!.startedAt!.getTime()) / 1000)
    // Not due yet: nothing is claimed.
    await jobs.runNow('test.queued')
    await letTimePass()
  }
  expect(waits[0]).toBeGreaterThanOrEqual(5)
  expect(waits[3]).toBeGreaterThan(waits[0]! * 2)
})

test('values that people entered are not part of the stored error', async () => {
  const jobs = await openProcess(
    queued(async () => {
      await database.db.execute(`select 'anna@example.com'::int`)
    }),
  )
  await jobs.add(database.db, 'test.queued', { id: 'a' })
  await jobs.runNow('test.queued').catch(() => undefined)
  const [row] = await openJobs()
  expect(row?.output).toEqual({ message: expect.stringContaining('invalid input syntax') })
  expect(JSON.stringify(row?.output)).not.toContain('select')
})

test('the owner can retry a job that failed for good, or that waits for its next attempt', async () => {
  let isBroken = true
  const jobs = await openProcess(
    queued(async () => {
      if (isBroken) throw new Error('no')
    }),
  )
  await jobs.add(database.db, 'test.queued', { id: 'a' }, { key: 'a' })
  await database.pool.query('update jobs.job set retry_limit = 1')
  await jobs.runNow('test.queued').catch(() => undefined)
  const [waiting] = await openJobs()
  expect(waiting?.state).toBe('retry')
  expect(await jobs.retry('test.queued', waiting!.id)).toBe(true)
  await jobs.runNow('test.queued').catch(() => undefined)
  const [failed] = await openJobs()
  expect(failed).toMatchObject({ state: 'failed', retries: 1 })
  await jobs.add(database.db, 'test.queued', { id: 'a' }, { key: 'a', unlessFailed: true })
  expect(await openJobs()).toHaveLength(1)

  isBroken = false
  expect(await jobs.retry('test.queued', failed!.id)).toBe(true)
  await jobs.runNow('test.queued')
  expect(await openJobs()).toEqual([])
  expect(await jobs.retry('test.queued', failed!.id)).toBe(false)
})

test('a periodic job always has one row with its due time, also after a failure', async () => {
  let isBroken = false
  const jobs = await openProcess(
    periodic(async () => {
      if (isBroken) throw new Error('no answer')
    }),
  )
  const next = async () => {
    const rows = await openJobs()
    expect(rows).toHaveLength(1)
    return { state: rows[0]!.state, minutes: Math.round((rows[0]!.dueAt.getTime() - Date.now()) / 60_000) }
  }
  await jobs.runNow('test.periodic')
  expect(await next()).toEqual({ state: 'created', minutes: 60 })
  isBroken = true
  await expect(jobs.runNow('test.periodic')).rejects.toThrow('no answer')
  expect(await next()).toEqual({ state: 'retry', minutes: 0 })
  isBroken = false
  await jobs.runNow('test.periodic')
  expect(await next()).toEqual({ state: 'created', minutes: 60 })
})

test('a started process runs added jobs, also those of another process, and a periodic job once for all of them', async () => {
  const ran: string[] = []
  const done = gate()
  const job = queued(async (id) => {
    ran.push(id)
    if (ran.length === 2) done.open()
  })
  const worker = await openProcess(job, { isRunning: true })
  await worker.start()
  const web = await openProcess(job)
  await web.add(database.db, 'test.queued', { id: 'from another process' })
  await worker.add(database.db, 'test.queued', { id: 'from this one' })
  await done.promise
  expect(ran.toSorted()).toEqual(['from another process', 'from this one'])
})

test('a notification that was sent while no process ran is handled at the start, although the next run is hours away', async () => {
  let runs = 0
  const job: PeriodicJob = { ...periodic(async () => void (runs += 1)), wakeOn: ['test_rows'] }
  const first = await openProcess(job)
  await first.runNow('test.periodic')
  await first.stop(0)
  const next = await openProcess(job, { isRunning: true })
  await next.start()
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(2)
})

test('a job woken before its process starts, and one that requests it, are due at the start', async () => {
  let runs = 0
  const job = periodic(async () => void (runs += 1))
  const first = await openProcess(job)
  await first.runNow('test.periodic')
  await first.stop(0)
  const woken = await openProcess(job, { isRunning: true })
  woken.wake('test.periodic')
  await woken.start()
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(2)
  await woken.stop()
  const eager = await openProcess({ ...job, atStart: true }, { isRunning: true })
  await eager.start()
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(3)
})

test('the job of an unresponsive process is taken over at the next start, even if it is not due', async () => {
  let runs = 0
  const begun = gate()
  const end = gate()
  const hangs = periodic(async () => {
    begun.open()
    await end.promise
  })
  const silent = await openProcess(hangs)
  const work = silent.runNow('test.periodic')
  await begun.promise
  await database.pool.query(`update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  const next = await openProcess(
    { ...periodic(async () => void (runs += 1)), wakeOn: ['test_rows'] },
    { isRunning: true },
  )
  await next.start()
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1)
  end.open()
  await work
})

test('a periodic job that is woken while it runs runs once more', async () => {
  let runs = 0
  const begun = gate()
  const mayEnd = gate()
  const ended = gate()
  const worker = await openProcess(
    periodic(async () => {
      runs += 1
      if (runs === 2) return ended.open()
      begun.open()
      await mayEnd.promise
    }),
    { isRunning: true },
  )
  await worker.start()
  await begun.promise
  worker.wake('test.periodic')
  mayEnd.open()
  await ended.promise
  expect(runs).toBe(2)
})

test('a clean shutdown waits for the running job, and returns what does not finish in time', async () => {
  const begun = gate()
  const patient = await openProcess(
    queued(async (_id, signal) => {
      begun.open()
      await new Promise((done) => signal.addEventListener('abort', done))
    }),
    { isRunning: true },
  )
  await patient.start()
  await patient.add(database.db, 'test.queued', { id: 'ends when asked' })
  await begun.promise
  await patient.stop()
  expect(await openJobs()).toEqual([])

  const begunAgain = gate()
  const deaf = await openProcess(
    queued(() => {
      begunAgain.open()
      return new Promise(() => undefined)
    }),
    { isRunning: true },
  )
  await deaf.start()
  await deaf.add(database.db, 'test.queued', { id: 'never ends' })
  await begunAgain.promise
  await deaf.stop(0)
  expect(await openJobs()).toMatchObject([
    { state: 'retry', output: { message: 'The process running this job was stopped.' } },
  ])
})

test('a job of a process that is gone is given to another one, and the first can no longer complete it', async () => {
  const begun = gate()
  const mayEnd = gate()
  const ran: string[] = []
  const gone = await openProcess(
    queued(async () => {
      ran.push('first')
      begun.open()
      await mayEnd.promise
    }),
  )
  await gone.add(database.db, 'test.queued', { id: 'a' })
  const first = gone.runNow('test.queued')
  await begun.promise
  const other = await openProcess(
    queued(async () => {
      ran.push('second')
      throw new Error('not this time')
    }),
  )
  await database.pool.query(`update jobs.job set heartbeat_on = now() - interval '1 minute'`)
  await other.recover()
  await letTimePass()
  await other.runNow('test.queued').catch(() => undefined)
  mayEnd.open()
  await first
  expect(ran).toEqual(['first', 'second'])
  expect(await openJobs()).toMatchObject([{ state: 'retry', output: { message: 'not this time' } }])
})

test('no job of a restored copy starts by itself until the owner resumes it', async () => {
  await database.pool.query(`insert into restored_copies (id, made_at, restored_at) values (1, now(), now())`)
  onTestFinished(async () => void (await database.pool.query('delete from restored_copies')))
  let runs = 0
  const { promise: ran, resolve: hasRun } = Promise.withResolvers<void>()
  const job = periodic(async () => {
    runs++
    hasRun()
  })
  const jobs = await openProcess(job, { isRunning: true })
  await jobs.start()
  jobs.wake(job.name)
  // A job that may run starts with the poll that `start` awaits, or with the wake-up.
  await database.pool.query('select pg_sleep(0.5)')
  expect(runs).toBe(0)
  await database.pool.query(`delete from restored_copies`)
  await database.pool.query(`select pg_notify('site_changes', 'restored_copies')`)
  await ran
  expect(runs).toBeGreaterThan(0)
})
