import type { Order } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Number of days with daily checks for refunds and disputes, and maximum number of days with any checks. */
const daily = 30
const longest = 180

/** `isDisputed` is true while a bank has not decided, whatever amount it holds. */
type Looked = Pick<Order, 'provider' | 'paidAt' | 'state'> & { isDisputed?: boolean }

/**
 * Returns when a paid order is checked next for refunds and disputes whose webhooks may be lost.
 *
 * @returns null without a next check: Cash App payments, and payments that are too old.
 */
export function nextCheck({ provider, paidAt, state, isDisputed = false }: Looked, now: Date): Date | null {
  if (provider === 'cashapp' || paidAt === null) return null
  const days = (now.getTime() - paidAt.getTime()) / dayMs
  // Disputes can take long.
  if (days > longest && state !== 'disputed' && !isDisputed) return null
  return new Date(now.getTime() + (days < daily ? 1 : 7) * dayMs)
}
