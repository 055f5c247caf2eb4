import { AppError } from '#shared/errors.ts'

/** Jobs that broke their thread or took too much, so that nobody who asks again lets them do so again. */
export type RefusedJobs = {
  /** The refusal to answer with at once, or nothing for a job that may be tried. */
  find(key: string): AppError | undefined
  /** @param detail The sentence the job is refused with from now on. */
  add(key: string, detail: string): void
}

/**
 * Remembers refused jobs for a while, the latest of them.
 *
 * Words are kept, and no errors: an error holds on to its cause, and to whatever that came from.
 *
 * @param most Jobs remembered at a time; the oldest go first.
 * @param rememberMs How long each is refused.
 * @param now Milliseconds on any clock that only goes forward.
 */
export function createRefusedJobs({
  most = 1_000,
  rememberMs = 10 * 60_000,
  now = () => performance.now(),
}: { most?: number; rememberMs?: number; now?: () => number } = {}): RefusedJobs {
  const details = new Map<string, { detail: string; untilMs: number }>()

  // They were added in the order in which they end.
  const dropOld = () => {
    for (const [key, { untilMs }] of details) {
      if (details.size <= most && untilMs > now()) return
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
