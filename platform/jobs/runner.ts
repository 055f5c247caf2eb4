import type { PgBoss } from 'pg-boss'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import { observe } from '#platform/operations.ts'
import { failureMessage } from './failure-message.ts'
import { isPeriodic, periodicKey, type PeriodicJob, type QueuedJob, spanMs, topicOf } from './job.ts'
import { listDue } from './queries.ts'
import { affectedBy, asQueueDb, type ClaimedJob, heartbeatSeconds } from './queue.ts'

/** Fallback poll interval in case timers and notifications fail, in milliseconds. */
const pollMs = 30_000

/** Topic of `changes` when the pause of a restored copy ends. */
const pauseTopic = 'restored_copies'

/** Delay before the next poll when a job could not start yet or the database was unavailable. */
const retryMs = 1_500

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
type AnyJob = PeriodicJob | QueuedJob

/** Runs the jobs of this process: one query lists the due jobs, and a timer waits for the next. */
export type Runner = {
  start(): Promise<void>
  /** Makes a periodic job due now, or due again when it is running in this process. */
  wake(name: string): void
  runNow(names: readonly string[]): Promise<void>
  stop(limitMs: number): Promise<void>
}

/** Creates the runner, which claims, heartbeats and completes jobs through pg-boss. */
export function createRunner(deps: {
  db: Database['db']
  boss: PgBoss
  log: Log
  changes: Changes
  jobs: readonly AnyJob[]
  /** Creates the queue of a job unless it exists. */
  openQueueOf(job: AnyJob): Promise<void>
  /** Returns whether no job may start by itself, as in a restored copy; read at every poll. */
  isPaused(): Promise<boolean>
}): Runner {
  const { db, boss, log, changes, jobs, openQueueOf, isPaused } = deps
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const names = [...byName.keys()]
  /** Jobs running in this process, by name. */
  const running = new Map<string, Promise<unknown>>()
  const claims = new Map<string, ClaimedJob>()
  const isWoken = new Set<string>()
  /** Woken jobs that are not yet due in the database. */
  const toMakeDue = new Set<string>()
  const dueAtMs = new Map<string, number>()
  const stopping = new AbortController()
  const unsubscribes: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  /** Until the first poll succeeds, it is not known. */
  let mayStart = false

  /** Queues the next run of a periodic job unless one is queued. */
  const plan = (job: PeriodicJob, afterMs: number, tx: Pick<Database['db'], 'execute'> = db) =>
    boss.send(job.name, null, { db: asQueueDb(tx), singletonKey: periodicKey, startAfter: Math.max(0, afterMs / 1000) })

  const makeDue = (name: string) => boss.update(name, undefined, { singletonKey: periodicKey, startAfter: 0 })

  async function makeWokenDue(): Promise<void> {
    for (const name of toMakeDue) {
      await makeDue(name)
      toMakeDue.delete(name)
    }
  }

  async function poll(): Promise<void> {
    mayStart = !(await isPaused())
    await makeWokenDue()
    const due = await listDue(db, names)
    for (const job of jobs) {
      if (!due.has(job.name) && isPeriodic(job)) {
        const firstMs = job.firstAfter ? spanMs(job.firstAfter) : 0
        await plan(job, firstMs)
        due.set(job.name, firstMs)
      }
      dueAtMs.set(job.name, performance.now() + (due.get(job.name) ?? Infinity))
    }
    startDue()
  }

  function startDue(): void {
    if (stopping.signal.aborted || !isStarted || !mayStart) return
    let nextMs = Infinity
    for (const [name, atMs] of dueAtMs) {
      if (running.has(name)) continue
      const job = byName.get(name)!
      if (atMs > performance.now()) nextMs = Math.min(nextMs, atMs)
      else if (!isPeriodic(job) && job.canStart && !job.canStart())
        nextMs = Math.min(nextMs, performance.now() + retryMs)
      else void startJob(job)
    }
    clearTimeout(timer)
    // Wait slightly longer so that the job is due by the database's clock.
    if (nextMs < Infinity) timer = setTimeout(startDue, Math.min(nextMs - performance.now() + 20, pollMs)).unref()
  }

  /** Runs the due jobs of one name sequentially. */
  function startJob(job: AnyJob): Promise<unknown> {
    const known = running.get(job.name)
    if (known) return known
    const work = drain(job)
      .catch((err: unknown) => {
        if (!isUnavailable(err))
          log.warn({ err, job: job.name }, 'background job could not be claimed or completed; retrying')
        dueAtMs.set(job.name, performance.now() + retryMs)
      })
      .finally(() => {
        running.delete(job.name)
        // The job was woken after the last claim.
        if (isWoken.delete(job.name)) wake(job.name)
        startDue()
      })
    running.set(job.name, work)
    return work
  }

  async function drain(job: AnyJob, errors?: unknown[]): Promise<void> {
    // Remaining jobs are found by the claim that returns none.
    dueAtMs.set(job.name, Infinity)
    while (!stopping.signal.aborted) {
      const [claimed] = await boss.fetch(job.name, { includeMetadata: true })
      if (!claimed) break
      const isDone = await run(job, claimed as ClaimedJob, errors)
      if (isPeriodic(job) && isDone && !isWoken.has(job.name)) return
    }
    if (stopping.signal.aborted) return
    const due = await listDue(db, [job.name])
    dueAtMs.set(job.name, performance.now() + (due.get(job.name) ?? Infinity))
  }

  async function run(job: AnyJob, claimed: ClaimedJob, errors: unknown[] | undefined): Promise<boolean> {
    const attempt = { id: claimed.id, retryCount: claimed.retryCount }
    const lost = new AbortController()
    const heartbeat = setInterval(
      () => {
        boss.touch(job.name, attempt).then(
          // Another process has taken over the job; continuing would do the work twice.
          (response) => affectedBy(response) === 0 && lost.abort(),
          () => undefined,
        )
      },
      (heartbeatSeconds * 1000) / 3,
    )
    claims.set(job.name, claimed)
    isWoken.delete(job.name)
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    try {
      await observe('job', job.name, async () =>
        isPeriodic(job) ? job.run(signal) : job.run(job.data.parse(claimed.data), signal),
      )
      await settle(job, attempt)
      return true
    } catch (error) {
      errors?.push(error)
      const message = failureMessage(error)
      log.warn({ err: error, job: job.name, retries: claimed.retryCount }, 'background job failed; retrying later')
      await boss.fail(job.name, attempt, { message: message })
      return false
    } finally {
      clearInterval(heartbeat)
      claims.delete(job.name)
    }
  }

  /** Completes a job and plans the next run in one transaction, so that a periodic job always has a due row. */
  async function settle(job: AnyJob, attempt: { id: string; retryCount: number }): Promise<void> {
    // An interrupted job, or one woken while it ran, is due immediately.
    const isDueAgain = !isPeriodic(job) || stopping.signal.aborted || isWoken.has(job.name)
    const afterMs = isDueAgain ? 0 : Math.max(0, Math.min(spanMs(job.every), (await job.nextInMs?.()) ?? Infinity))
    await db.transaction(async (tx) => {
      const isOurs = affectedBy(await boss.complete(job.name, attempt, null, { db: asQueueDb(tx) })) > 0
      if (isPeriodic(job) && isOurs) await plan(job, afterMs, tx)
    })
    dueAtMs.set(job.name, performance.now() + afterMs)
  }

  function wake(name: string): void {
    const job = byName.get(name)
    if (!job || stopping.signal.aborted) return
    if (running.has(name)) {
      isWoken.add(name)
      return
    }
    if (isPeriodic(job)) toMakeDue.add(name)
    if (!isStarted) return
    makeWokenDue().then(
      () => {
        dueAtMs.set(name, performance.now())
        startDue()
      },
      // The next poll retries.
      () => undefined,
    )
  }

  return {
    wake,
    async start() {
      isStarted = true
      for (const job of jobs) {
        const topics = [topicOf(job.name), ...((isPeriodic(job) && job.wakeOn) || [])]
        unsubscribes.push(changes.subscribe({ topics, check: async () => wake(job.name) }))
      }
      unsubscribes.push(changes.subscribe({ topics: [pauseTopic], everyMs: pollMs, check: poll }))
      // Notifications may have been sent while no process was listening.
      for (const job of jobs)
        if (isPeriodic(job) && (job.atStart || job.wakeOn || spanMs(job.every) <= 60_000)) toMakeDue.add(job.name)
      // An unavailable database is polled again.
      await poll().catch((err: unknown) => log.warn({ err }, 'background job poll failed; retrying'))
    },
    async runNow(wanted) {
      const errors: unknown[] = []
      for (const name of wanted) {
        const job = byName.get(name)
        if (!job) throw new Error(`no job '${name}' runs in this process`)
        await running.get(name)
        await openQueueOf(job)
        if (isPeriodic(job) && (await makeDue(name)).updated === 0) await plan(job, 0)
        await drain(job, errors)
      }
      if (errors.length > 0) throw errors[0]
    },
    async stop(limitMs) {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(unsubscribes.map((end) => end()))
      const done = Promise.allSettled(running.values())
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, limitMs).unref())])
      for (const [name, { id, retryCount }] of claims)
        await boss
          .fail(name, { id, retryCount }, { message: 'The process running this job was stopped.' })
          .catch(() => undefined)
    },
  }
}
