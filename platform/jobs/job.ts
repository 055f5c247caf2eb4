import type { z } from 'zod'

/** Roles of processes that work is meant for; a process whose `ROLE` is `all` does the work of every role. */
export type JobRole = 'web' | 'worker' | 'station'

/** A span of time such as `15s`, `5m` or `1h`. */
export type Every = `${number}${'s' | 'm' | 'h'}`

type Named = {
  /** `<feature>.<what it does>`, for logs, metrics and the owner's list of background jobs. */
  name: string
  /** Which processes run it; `any` is every process. */
  role: JobRole | readonly JobRole[] | 'any'
}

/**
 * Work that lasts as long as its process: the station, the sending of an issue, whatever every process follows for
 * itself.
 */
export type ProcessJob = Named & {
  start(): void
  /** Ends the work after what is under way; also called where it never started. */
  stop?(): Promise<void> | void
}

/**
 * Work that is due again and again. One process of its role does it at a time, and a row in the database says when it
 * is due.
 */
export type PeriodicJob = Named & {
  /** In the owner's list: what it does, as an order ("Check external links"). */
  title: string
  /** From the end of one run to the next. What fails is tried again sooner, later and later. */
  every: Every
  /** Before the very first run on a database; left out, none. */
  firstAfter?: Every
  /** Whether it is also due whenever a process starts; work that is due every minute or wakes on changes always is. */
  atStart?: boolean
  /**
   * Tables and topics of `changes` after which it is due at once. A run that always writes to them would never rest.
   */
  wakeOn?: readonly string[]
  /** Asked after a run: in how many milliseconds a row of its own is due, where that is sooner than `every`. */
  nextInMs?(): Promise<number | undefined>
  /** Does what is due and stops early once the signal is aborted; it is then due again at once. */
  run(signal: AbortSignal): Promise<unknown>
}

/** Work that is queued with its data, by {@link Jobs.add}. */
export type QueuedJob<Data extends object = object> = Named & {
  /** In the owner's list: what it does, as an order ("Check a submitted track"). */
  title: string
  /** What is queued. Ids only: it is stored, and the row it names may change before the job runs. */
  data: z.ZodType<Data>
  /** Asked before a job is claimed; while false, this process leaves them to others. */
  canStart?(): boolean
  run(data: Data, signal: AbortSignal): Promise<unknown>
}

/** Background work of a feature, returned as `jobs` by its `create`. */
export type Job = ProcessJob | PeriodicJob | QueuedJob

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Returns a span in milliseconds. */
export const spanMs = (every: Every) => Number(every.slice(0, -1)) * unitMs[every.at(-1) as 's' | 'm' | 'h']

/** Whether the queue holds this job, as opposed to work that lives in its process alone. */
export const isQueueJob = (job: Job): job is PeriodicJob | QueuedJob => 'run' in job

/** Whether a job is due by the clock. */
export const isPeriodic = (job: PeriodicJob | QueuedJob): job is PeriodicJob => 'every' in job

/** Whether this process does the work of a job. */
export const isOfRole = ({ role }: Pick<Job, 'role'>, runs: (role: JobRole) => boolean) =>
  role === 'any' || [role].flat().some(runs)

/** The key of the one row that a periodic job has. */
export const periodicKey = 'periodic'

/** The topic of changes that says a job of this name was queued or woken. */
export const topicOf = (name: string) => `job:${name}`
