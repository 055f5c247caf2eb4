import type { Order } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

/** How long after the payment refunds and disputes are looked for every day, and how long at all. */
const daily = 30
const longest = 180

/** `isDisputed` while a bank has not decided, whatever of the money it holds. */
type Looked = Pick<Order, 'provider' | 'paidAt' | 'state'> & { isDisputed?: boolean }

/**
 * When the provider is asked next whether money that came has gone back, should the message about it be lost.
 *
 * @returns null when nobody is asked: Cash App money, and payments too old for it.
 */
export function nextCheck({ provider, paidAt, state, isDisputed = false }: Looked, now: Date): Date | null {
  if (provider === 'cashapp' || paidAt === null) return null
  const days = (now.getTime() - paidAt.getTime()) / dayMs
  // Banks take their time.
  if (days > longest && state !== 'disputed' && !isDisputed) return null
  return new Date(now.getTime() + (days < daily ? 1 : 7) * dayMs)
}
