import type { RateLimit } from '#platform/rate-limit.ts'

/**
 * Counts one attempt against a limit, and uncounts it when the work fails, so that a mail that was never sent does not
 * block a retry.
 *
 * @param work Receives whether the limit allows it, and returns whether it used the attempt.
 */
export async function withinLimit(
  limit: RateLimit,
  key: string,
  work: (isAllowed: boolean) => Promise<boolean>,
): Promise<void> {
  // Counting takes its own connection, so it comes before the transaction.
  const { ok } = await limit.consume(key)
  let wasUsed = false
  try {
    wasUsed = await work(ok)
  } finally {
    if (ok && !wasUsed) await limit.restore(key)
  }
}
