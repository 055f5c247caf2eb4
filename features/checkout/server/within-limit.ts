import type { RateLimit } from '#platform/rate-limit.ts'

/**
 * Counts one attempt against a limit, and takes it back when the work fails: who tries again must not find the way
 * closed by a mail that was never sent.
 *
 * @param work Told whether the limit allows it, and tells whether it made use of that.
 */
export async function withinLimit(
  limit: RateLimit,
  key: string,
  work: (isAllowed: boolean) => Promise<boolean>,
): Promise<void> {
  // Before the work's transaction: counting takes a connection of its own.
  const { ok } = await limit.consume(key)
  let wasUsed = false
  try {
    wasUsed = await work(ok)
  } finally {
    if (ok && !wasUsed) await limit.restore(key)
  }
}
