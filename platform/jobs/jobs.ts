import type { QueueResult } from 'pg-boss'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { isPeriodic, type PeriodicJob, type QueuedJob, spanMs, topicOf } from './job.ts'
import { hasFailed, listStarted } from './queries.ts'
import { affectedBy, asQueueDb, heartbeatSeconds, createQueue, periodicQueue, queuedQueue } from './queue.ts'
import { createRunner, type Runner } from './runner.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
type Executor = Pick<Database['db'], 'execute'>

/** The site's background jobs: rows of a PostgreSQL queue, each run by one process at a time. */
export type Jobs = {
  /**
   * Queues a job inside the caller's transaction: it runs once that is committed, in whichever process has its role.
   *
   * @param options.key One job of this name and key waits or runs at a time; adding it again changes nothing.
   * @param options.startAt Not before this instant.
   * @param options.unlessFailed Leaves out what was given up before and is the owner's to retry.
   */
  add(
    tx: Executor,
    name: string,
    data: object,
    options?: { key?: string; startAt?: Date; priority?: number; unlessFailed?: boolean },
  ): Promise<void>
  /**
   * Makes a periodic job due now, whichever process runs it; where it runs already, once more after that. Call after
   * the commit.
   */
  wake(name: string): void
  /** Runs the job again now. @returns false when it neither waits nor failed. */
  retry(name: string, id: string): Promise<boolean>
  /**
   * Runs everything of these names that is due and returns when it is done; for tests, and for a person who waits.
   * @throws The first failure, after all.
   */
  runNow(...names: string[]): Promise<void>
  /** Every job the queue knows, in the order of the features. */
  definitions(): readonly (PeriodicJob | QueuedJob)[]
}

/** {@link Jobs} with what only the start and the end of a site call. */
export type JobsHandle = Jobs & {
  /** Makes known what is there to run. @param mine Those this process runs, once `start` is called. */
  open(all: readonly (PeriodicJob | QueuedJob)[], mine: readonly (PeriodicJob | QueuedJob)[]): Promise<void>
  /** Begins to run what is due. */
  start(): Promise<void>
  /** Makes jobs of processes that are gone anybody's again; a started site does so every minute by itself. */
  recover(): Promise<void>
  /** Waits for what runs, at most `limitMs`; what is not done by then is handed back to the queue. */
  stop(limitMs?: number): Promise<void>
}

/**
 * Creates the jobs of a site; nothing runs before `start`.
 *
 * @param deps.isRunning Whether `start` will be called: only then does this process look after jobs of dead ones.
 * @see docs/decisions/050-background-jobs.md
 */
export function createJobs(deps: { database: Database; changes: Changes; log: Log; isRunning: boolean }): JobsHandle {
  const { database, changes, log, isRunning } = deps
  const { db } = database
  const boss = createQueue(database, {
    isSupervising: isRunning,
    onFault: (err) => complain(err),
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
    const there = (await known).get(job.name)
    if (!there) await boss.createQueue(job.name, { ...options, ...(policy && { policy }) })
    else if (there.retryDelayMax !== options.retryDelayMax) await boss.updateQueue(job.name, options)
  }
  const opened = () => {
    if (!runner) throw new AppError('unavailable', 'The site is still starting. Try again in a moment.')
    return runner
  }

  const complain = (err: unknown) => log.warn({ err }, 'background job maintenance failed; retrying')
  async function handBack(silentSeconds: number): Promise<void> {
    for (const { name, id } of await listStarted(db, silentSeconds))
      await boss.fail(name, id, { message: 'The process running this job exited.' })
  }

  return {
    definitions: () => all,
    async open(jobs, mine) {
      all = jobs
      runner = createRunner({ db, boss, log, changes, jobs: mine, openQueueOf })
      await boss.start()
      // Jobs are added inside transactions, in which no queue can be opened.
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
    runNow: (...names) => opened().runNow(names),
    async start() {
      const begin = opened()
      // A database of our own has nobody else: whoever had begun a job before this process is gone. In a shared one it
      // must have been silent.
      await handBack(database.kind === 'postgres' ? heartbeatSeconds : 0).catch(complain)
      await begin.start()
    },
    recover: async () => boss.supervise(),
    async stop(limitMs = 6_000) {
      await runner?.stop(limitMs)
      await boss.stop({ graceful: false, close: false })
    },
  }
}
