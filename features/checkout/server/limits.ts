import type { Database } from '#platform/database/open-database.ts'
import { createRateLimit } from '#platform/rate-limit.ts'

const minute = 60
const hour = 60 * minute

/** How often anybody may do what in this room. Generous for people, who share addresses; tight for what mails somebody. */
export function createCheckoutLimits({ pool }: Pick<Database, 'pool'>) {
  const limit = (name: string, points: number, durationSeconds: number) => createRateLimit({ pool, name, points, durationSeconds })
  return {
    checkoutPerClient: limit('checkout', 30, 10 * minute),
    claimPerClient: limit('claim', 20, 10 * minute),
    announcePerClient: limit('claim-sent', 20, 10 * minute),
    // A page that waits asks twice a second.
    statusPerClient: limit('payment-status', 600, minute),
    // The provider is asked about one payment at most once a second.
    statusPerSession: limit('payment-asked', 1, 1),
    emailPerClient: limit('order-email', 10, hour),
    emailPerOrder: limit('order-email-of', 5, hour),
    findPerClient: limit('find-books', 10, hour),
    findPerAddress: limit('find-books-of', 1, hour),
    withdrawPerClient: limit('withdraw', 5, hour),
    // What one address is mailed because somebody typed it in, however many connections ask.
    claimMailPerAddress: limit('claim-mail-of', 1, hour),
    orderMailPerAddress: limit('order-email-to', 5, hour),
    // By the owner, who may press it as often as a buyer calls.
    resendPerOrder: limit('order-resend', 5, 24 * hour),
    withdrawMailPerAddress: limit('withdraw-mail-of', 3, 24 * hour),
  }
}
