import { waitTime } from '#shared/duration.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database/open-database.ts'
import { createRateLimit } from './rate-limit.ts'

/** Allowed attempts per window in seconds. Several windows make the wait grow. */
export type Windows = readonly (readonly [points: number, seconds: number])[]

/** A rate limit with several windows. */
export type LimitStack = {
  /**
   * Counts an attempt in every window.
   *
   * @throws AppError `too-many-requests` with the longest wait of all windows.
   */
  consume(key: string): Promise<void>
  /** Reverts a counted attempt. */
  restore(key: string): Promise<void>
}

/**
 * Creates a rate limit with several windows under one name.
 *
 * @param name Prefix of the windows' names; counts are shared by all processes.
 */
export function createLimitStack({ pool }: Pick<Database, 'pool'>, name: string, windows: Windows): LimitStack {
  const limits = windows.map(([points, durationSeconds]) =>
    createRateLimit({ pool, name: `${name}-${durationSeconds}`, points, durationSeconds }),
  )
  return {
    async consume(key) {
      const results = await Promise.all(limits.map((limit) => limit.consume(key)))
      const waits = results.flatMap((result) => (result.ok ? [] : [result.retryAfterSeconds]))
      if (waits.length > 0) throw tooManyRequests(Math.max(...waits))
    },
    async restore(key) {
      await Promise.all(limits.map((limit) => limit.restore(key)))
    },
  }
}

/** Creates the error for a reached limit, with the wait time. */
export function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError(
    'too-many-requests',
    { key: 'site.errors.tooManyAttempts', values: waitTime(retryAfterSeconds) },
    {
      retryAfterSeconds,
    },
  )
}
