import type { Clock } from '#platform/clock.ts'
import { checkStripeWebhook } from '#platform/payments/check-stripe.ts'
import type { HealthCheck } from '#features/owner/contract.ts'
import type { Database } from '../orders/queries.ts'
import { findLastCardPayment } from './queries.ts'

const minuteMs = 60_000
/** Time in which the event of a payment arrives. */
const graceMs = 5 * minuteMs
/** Older payments are no evidence about the current settings. */
const maxAgeMs = 30 * 24 * 60 * minuteMs
/** Timeout of the request to Stripe, within the limit of all checks. */
const timeoutMs = 2_500

const arrived = (code: string) => ({
  state: 'ok' as const,
  message: `The event about the payment of order ${code} arrived`,
  remedy: '',
})

type Deps = {
  db: Database
  clock: Clock
  config: { origin: string; STRIPE_SECRET_KEY?: string | undefined; STRIPE_API_BASE?: string | undefined }
}

/**
 * Creates the check of the events that Stripe sends. The signing secret can only be verified by the event of a payment,
 * not by a request. Without events the site finds payments by querying Stripe, so a wrong secret does not show in any
 * order.
 */
export function createWebhookHealth({ db, clock, config }: Deps): HealthCheck {
  const url = `${config.origin}/api/webhooks/stripe`
  return {
    name: 'Card webhook',
    remedy: 'Start the database. Until it responds, events cannot be looked up.',
    async check() {
      const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = config
      if (!secretKey) return { state: 'off', message: 'Stripe is not set up', remedy: '' }
      const now = clock.now().getTime()
      const last = await findLastCardPayment(db, new Date(now - maxAgeMs), new Date(now - graceMs))
      if (last && !last.hasEvent)
        return {
          state: 'error',
          message: `Stripe’s event about the payment of order ${last.code} did not arrive, or its signature did not match STRIPE_WEBHOOK_SECRET`,
          remedy: `In Stripe (Developers → Webhooks), open the endpoint ${url}, copy its signing secret to STRIPE_WEBHOOK_SECRET and restart the site. Until then, the site asks Stripe about each payment, and buyers wait longer for their books.`,
        }
      if (last) return arrived(last.code)
      const problem = await checkStripeWebhook({ secretKey, apiBase }, url, timeoutMs)
      if (problem?.kind === 'set-up') return { state: 'error', message: problem.message, remedy: problem.remedy }
      const newest = await findLastCardPayment(db, new Date(now - maxAgeMs), new Date(now))
      if (newest?.hasEvent) return arrived(newest.code)
      const reason = newest
        ? `the event about the payment of order ${newest.code} has not arrived, which can take some minutes`
        : 'there was no card payment in the last 30 days. The result of the next webhook appears here'
      return { state: 'configured', message: `Not tested yet: ${reason}`, remedy: '' }
    },
  }
}
