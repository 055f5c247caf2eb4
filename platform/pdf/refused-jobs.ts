import { AppError, type ErrorText } from '#shared/errors.ts'

/** Cache of jobs that crashed their thread or exceeded limits, so that they are not repeated. */
type RefusedJobs = {
  /** Returns the cached error of a job, or undefined. */
  find(key: string): AppError | undefined
  /**
   *
   * @param detail Message of the error.
   */
  add(key: string, detail: string | ErrorText): void
}

/**
 * Creates a cache of the latest failed jobs. It stores messages instead of errors, whose causes could hold memory.
 *
 * @param most Maximum number of jobs; the oldest are evicted.
 * @param rememberMs Duration of each entry.
 * @param now Monotonic clock in milliseconds.
 */
export function createRefusedJobs({
  max = 1_000,
  rememberMs = 10 * 60_000,
  now = () => performance.now(),
}: { max?: number; rememberMs?: number; now?: () => number } = {}): RefusedJobs {
  const details = new Map<string, { detail: string | ErrorText; untilMs: number }>()

  // Entries are ordered by expiry.
  const dropOld = () => {
    for (const [key, { untilMs }] of details) {
      if (details.size <= max && untilMs > now()) return
      details.delete(key)
    }
  }

  return {
    find(key) {
      dropOld()
      const known = details.get(key)
      return known && new AppError('unavailable', known.detail)
    },
    add(key, detail) {
      details.delete(key)
      details.set(key, { detail, untilMs: now() + rememberMs })
      dropOld()
    },
  }
}
