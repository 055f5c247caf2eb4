import type Stripe from 'stripe'
import { normalizeEmail } from '#shared/email-address.ts'
import type { PaymentSession } from './provider.ts'

// Statuses of a failed payment whose session is complete.
const failedStatuses = new Set(['requires_payment_method', 'canceled'])

/** Converts a Stripe checkout session. */
export function sessionOf(session: Stripe.Checkout.Session): PaymentSession {
  const { payment_intent: payment, status } = session
  const isPaid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required'
  return {
    id: session.id,
    reference: session.client_reference_id ?? session.metadata?.['order_id'] ?? '',
    status: status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open',
    isPaid,
    hasFailed:
      status === 'complete' && !isPaid && typeof payment === 'object' && failedStatuses.has(payment?.status ?? ''),
    url: session.url ?? '',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    email: normalizeEmail(session.customer_details?.email ?? ''),
    paymentId: typeof payment === 'string' ? payment : payment?.id,
    expiresAt: new Date(session.expires_at * 1000),
  }
}
