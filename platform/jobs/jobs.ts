import type { QueueResult } from 'pg-boss'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { isPeriodic, type PeriodicJob, type QueuedJob, spanMs, topicOf } from './job.ts'
import { hasFailed, isRestoredCopy, listStarted } from './queries.ts'
import { affectedBy, asQueueDb, heartbeatSeconds, createQueue, periodicQueue, queuedQueue } from './queue.ts'
import { createRunner, type Runner } from './runner.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
type Executor = Pick<Database['db'], 'execute'>

/** Background jobs of the site: rows in a PostgreSQL queue, each run by one process at a time. */
export type Jobs = {
  /**
   * Queues a job inside the caller's transaction. It runs after the commit, in any process of its role.
   *
   * @param options.key Only one job of this name and key is queued or running at a time; adding it again has no effect.
   * @param options.startAt Earliest start.
   * @param options.unlessFailed Skips the job when it has failed before and waits for a manual retry.
   */
  add(
    tx: Executor,
    name: string,
    data: object,
    options?: { key?: string; startAt?: Date; priority?: number; unlessFailed?: boolean },
  ): Promise<void>
  /** Makes a periodic job due now in any process; a running job runs once more afterwards. Call after the commit. */
  wake(name: string): void
  /**
   * Runs a job again now.
   *
   * @returns false when the job is neither queued nor failed.
   */
  retry(name: string, id: string): Promise<boolean>
  /**
   * Runs all due jobs of these names and resolves when they are done; for tests and for requests that wait for the
   * result.
   *
   * @throws The first failure, after all jobs ran.
   */
  runNow(...names: string[]): Promise<void>
  /** Returns all queue jobs, in the order of the features. */
  definitions(): readonly (PeriodicJob | QueuedJob)[]
}

/** {@link Jobs} with the methods that only starting and stopping a site uses. */
export type JobsHandle = Jobs & {
  /**
   * Registers the jobs.
   *
   * @param mine Jobs that this process runs after `start`.
   */
  open(all: readonly (PeriodicJob | QueuedJob)[], mine: readonly (PeriodicJob | QueuedJob)[]): Promise<void>
  /** Starts running due jobs. */
  start(): Promise<void>
  /** Requeues jobs of processes that have exited; a started site does so every minute. */
  recover(): Promise<void>
  /** Waits up to `limitMs` for running jobs; unfinished jobs are returned to the queue. */
  stop(limitMs?: number): Promise<void>
}

/**
 * Creates the job queue of a site; no job runs before `start`.
 *
 * @param deps.isRunning Whether `start` will be called: only then does this process recover jobs of exited processes.
 * @see docs/decisions/050-background-jobs.md
 */
export function createJobs(deps: { database: Database; changes: Changes; log: Log; isRunning: boolean }): JobsHandle {
  const { database, changes, log, isRunning } = deps
  const { db } = database
  const boss = createQueue(database, {
    isSupervising: isRunning,
    onError: (err) => logError(err),
  })
  let all: readonly (PeriodicJob | QueuedJob)[] = []
  let runner: Runner | undefined
  const queues = new Map<string, Promise<void>>()
  const openQueueOf = (job: PeriodicJob | QueuedJob) => {
    const opening = queues.get(job.name) ?? createQueueOf(job)
    queues.set(job.name, opening)
    opening.catch(() => queues.delete(job.name))
    return opening
  }
  let known: Promise<Map<string, QueueResult>> | undefined
  async function createQueueOf(job: PeriodicJob | QueuedJob): Promise<void> {
    const { policy, ...options } = isPeriodic(job) ? periodicQueue(spanMs(job.every)) : queuedQueue
    known ??= boss.getQueues().then((all) => new Map(all.map((queue) => [queue.name, queue])))
    const existing = (await known).get(job.name)
    if (!existing) await boss.createQueue(job.name, { ...options, ...(policy && { policy }) })
    else if (existing.retryDelayMax !== options.retryDelayMax) await boss.updateQueue(job.name, options)
  }
  const openedRunner = () => {
    if (!runner) throw new AppError('unavailable', 'The site is still starting. Try again in a moment.')
    return runner
  }

  const logError = (err: unknown) => log.warn({ err }, 'background job maintenance failed; retrying')
  async function requeueStale(staleSeconds: number): Promise<void> {
    for (const { name, id } of await listStarted(db, staleSeconds))
      await boss.fail(name, id, { message: 'The process running this job exited.' })
  }

  return {
    definitions: () => all,
    async open(jobs, mine) {
      all = jobs
      runner = createRunner({ db, boss, log, changes, jobs: mine, openQueueOf, isPaused: () => isRestoredCopy(db) })
      await boss.start()
      // Jobs are added inside transactions, in which no queue can be created.
      for (const job of jobs) if (isRunning || !isPeriodic(job)) await openQueueOf(job)
    },
    async add(tx, name, data, { key, startAt, priority, unlessFailed } = {}) {
      if (unlessFailed && key && (await hasFailed(tx, name, key))) return
      await boss.send(name, data, {
        db: asQueueDb(tx),
        singletonKey: key ?? crypto.randomUUID(),
        ...(startAt ? { startAfter: startAt } : {}),
        ...(priority === undefined ? {} : { priority }),
      })
      await changes.notify(tx, topicOf(name))
    },
    wake(name) {
      runner?.wake(name)
      if (isRunning)
        changes
          .notify(db, topicOf(name))
          .catch((err: unknown) => log.warn({ err, job: name }, 'background job wake-up failed; it runs on schedule'))
    },
    async retry(name, id) {
      const done =
        affectedBy(await boss.retry(name, id)) > 0 ||
        (await boss.update(name, undefined, { id, startAfter: 0 })).updated > 0
      if (done) await changes.notify(db, topicOf(name))
      return done
    },
    runNow: (...names) => openedRunner().runNow(names),
    async start() {
      const opened = openedRunner()
      // The embedded database has no other clients: a job started before this process belongs to an exited process. In
      // a shared database its heartbeat must have expired.
      await requeueStale(database.kind === 'postgres' ? heartbeatSeconds : 0).catch(logError)
      await opened.start()
    },
    recover: async () => boss.supervise(),
    async stop(limitMs = 6_000) {
      await runner?.stop(limitMs)
      await boss.stop({ graceful: false, close: false })
    },
  }
}
