import { formatWait } from '#shared/duration.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database/open-database.ts'
import { createRateLimit } from './rate-limit.ts'

/** Tries in a window of seconds. Several windows one over the other make the wait grow. */
export type Windows = readonly (readonly [points: number, seconds: number])[]

/** Several windows over the same tries. */
export type LimitStack = {
  /**
   * Counts a try in every window.
   *
   * @throws AppError `too-many-requests` with the longest wait any window asks for.
   */
  consume(key: string): Promise<void>
  /** Counts a try back. */
  restore(key: string): Promise<void>
}

/**
 * Windows that are counted together under one name.
 *
 * @param name Stands before each window's own name; what is counted under it is shared by all processes.
 */
export function createLimitStack({ pool }: Pick<Database, 'pool'>, name: string, windows: Windows): LimitStack {
  const limits = windows.map(([points, durationSeconds]) =>
    createRateLimit({ pool, name: `${name}-${durationSeconds}`, points, durationSeconds }),
  )
  return {
    async consume(key) {
      const answers = await Promise.all(limits.map((limit) => limit.consume(key)))
      const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]))
      if (waits.length > 0) throw tooManyRequests(Math.max(...waits))
    },
    async restore(key) {
      await Promise.all(limits.map((limit) => limit.restore(key)))
    },
  }
}

/** Says how long to wait. */
export function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError('too-many-requests', `Too many attempts. Try again in ${formatWait(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  })
}
