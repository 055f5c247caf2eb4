import type { z } from 'zod'

/** Process roles that run jobs; a process whose `ROLE` is `all` runs the jobs of every role. */
export type JobRole = 'web' | 'worker' | 'station'

/** A span of time such as `15s`, `5m` or `1h`. */
type Every = `${number}${'s' | 'm' | 'h'}`

type Named = {
  /** Name as `<feature>.<action>`, for logs, metrics and the list of background jobs in the admin. */
  name: string
  /** Process roles that run the job; `any` means every process. */
  role: JobRole | readonly JobRole[] | 'any'
}

/** A job that runs as long as its process, such as the station, issue sending, or a subscription of every process. */
export type ProcessJob = Named & {
  start(): void
  /** Stops after finishing the work in progress; also called when the job never started. */
  stop?(): Promise<void> | void
}

/**
 * A job that runs at an interval. Only one process of its role runs it at a time; a database row stores when it is due.
 */
export type PeriodicJob = Named & {
  /** Title in the admin, as an imperative ("Check external links"). */
  title: string
  /**
   * Interval from the end of one run to the start of the next. A failed run is retried sooner, with increasing delays.
   */
  every: Every
  /** Delay before the first run on a new database; none by default. */
  firstAfter?: Every
  /**
   * True if the job is also due at every process start; jobs with an interval up to a minute and jobs with `wakeOn`
   * always are.
   */
  atStart?: boolean
  /**
   * Tables and topics of `changes` that make the job due immediately. A run must not always write to them, or it never
   * rests.
   */
  wakeOn?: readonly string[]
  /**
   * Returns the milliseconds until the next due row of the job, where that is sooner than `every`; called after each
   * run.
   */
  nextInMs?(): Promise<number | undefined>
  /** Runs the job and stops early when the signal is aborted; the job is then due again immediately. */
  run(signal: AbortSignal): Promise<unknown>
}

/** A job that is queued with its data by {@link Jobs.add}. */
export type QueuedJob<Data extends object = object> = Named & {
  /** Title in the admin, as an imperative ("Check a submitted track"). */
  title: string
  /** Schema of the queued data. Use ids only: the data is stored, and rows may change before the job runs. */
  data: z.ZodType<Data>
  /** Returns whether this process may claim a job now; while false, jobs are left to other processes. */
  canStart?(): boolean
  run(data: Data, signal: AbortSignal): Promise<unknown>
}

/** Background job of a feature, returned in `jobs` by its `create`. */
export type Job = ProcessJob | PeriodicJob | QueuedJob

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Converts an interval to milliseconds. */
export const spanMs = (every: Every) => Number(every.slice(0, -1)) * unitMs[every.at(-1) as 's' | 'm' | 'h']

/** Returns whether a job is stored in the queue, as opposed to a job that lives only in its process. */
export const isQueueJob = (job: Job): job is PeriodicJob | QueuedJob => 'run' in job

/** Returns whether a job is periodic. */
export const isPeriodic = (job: PeriodicJob | QueuedJob): job is PeriodicJob => 'every' in job

/** Returns whether this process runs a job. */
export const isOfRole = ({ role }: Pick<Job, 'role'>, runs: (role: JobRole) => boolean) =>
  role === 'any' || [role].flat().some(runs)

/** Key of the single row of a periodic job. */
export const periodicKey = 'periodic'

/** Returns the topic that is notified when a job of this name is queued or woken. */
export const topicOf = (name: string) => `job:${name}`
