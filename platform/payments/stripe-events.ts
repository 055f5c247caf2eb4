import type Stripe from 'stripe'
import type { Clock } from '#platform/clock.ts'
import type { DisputeStatus, PaymentDispute, PaymentEvent, SessionOutcome } from './provider.ts'
import { hashValue } from '../secrets.ts'
import { centsOf, namesOf, unreadableProperties } from './stripe-event-shape.ts'
import { sessionOf } from './stripe-session.ts'

const maxAgeSeconds = 300

/** Allowed clock skew into the future, in seconds; the library allows any. */
const maxSkewSeconds = 60

/**
 * Verifies a webhook event and converts it to a {@link PaymentEvent}.
 *
 * @returns undefined unless the signature is valid and from the last five minutes.
 */
export function readStripeEvent(
  { stripe, webhookSecret, clock }: { stripe: Stripe; webhookSecret: string; clock: Clock },
  rawBody: Buffer,
  signature: string | undefined,
): PaymentEvent | undefined {
  const now = clock.now().getTime()
  // NaN fails this check, too.
  if (!signature || !(signedAt(signature) <= now / 1000 + maxSkewSeconds)) return undefined
  const event = verifyEvent(() => {
    const { signature: verifier } = stripe.webhooks
    if (!verifier) throw new Error('the Stripe library cannot verify signatures')
    verifier.verifyHeader(rawBody, signature, webhookSecret, maxAgeSeconds, undefined, now)
    return JSON.parse(rawBody.toString('utf8')) as unknown
  })
  // Messages of this kind are meant for another address.
  if (event === undefined || kindOf(event) === 'v2.core.event') return undefined
  const unreadable = unreadableProperties(event, usedTypes)
  if (unreadable.length === 0) return toPaymentEvent(event as Stripe.Event)
  const { id, ...names } = namesOf(event)
  return { ...names, id: id || hashValue(rawBody.toString('base64')), kind: 'unreadable', properties: unreadable }
}

/**
 * Returns the time of a signature in seconds, NaN unless there is exactly one. The library uses the last of several, so
 * that a check of another one would prove nothing.
 */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((item) => item.split('=')[0]?.trim().toLowerCase() === 't')
  const [, seconds] = times.length === 1 ? (/^t=(\d{1,12})$/.exec(times[0]!) ?? []) : []
  return Number(seconds)
}

function verifyEvent(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    // Forged events, and signed payloads that are no JSON.
    return undefined
  }
}

function kindOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'object' in event ? event.object : undefined
}

const sessionOutcomes: Record<string, SessionOutcome> = {
  'checkout.session.completed': 'completed',
  'checkout.session.async_payment_succeeded': 'arrived',
  'checkout.session.async_payment_failed': 'failed',
  'checkout.session.expired': 'expired',
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const { id } = event
  // Accounts may send any of hundreds of event types.
  const type: string = event.type
  const { object } = event.data
  const outcome = sessionOutcomes[type]
  if (outcome) return { id, type, kind: 'session', outcome, session: sessionOf(object as Stripe.Checkout.Session) }
  if (type === 'charge.refunded') {
    const { refunded: isFull, amount_refunded: refundedCents, ...charge } = object as Stripe.Charge
    return { id, type, kind: 'refund', ...paymentOf(charge), isFull, refundedCents }
  }
  if (type === 'refund.failed') {
    const refund = object as Stripe.Refund
    return { id, type, kind: 'refund-failed', ...paymentOf(refund), amountCents: centsOf(refund.amount) }
  }
  if (disputeTypes.has(type)) {
    const dispute = object as Stripe.Dispute
    return {
      id,
      type,
      kind: 'dispute',
      ...paymentOf(dispute),
      dispute: disputeOf(dispute, new Date(event.created * 1000)),
    }
  }
  return { id, type, kind: 'other' }
}

/** Every dispute event includes the current dispute; `updated` turns an inquiry into a dispute. */
const disputeTypes = new Set(
  ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((what) => `charge.dispute.${what}`),
)

/** Event types that have an effect. */
const usedTypes = new Set([...Object.keys(sessionOutcomes), 'charge.refunded', 'refund.failed', ...disputeTypes])

/** Converts a dispute of Stripe as it was at `reportedAt`. */
export function disputeOf(dispute: Stripe.Dispute, reportedAt: Date): PaymentDispute {
  // Events of an older API version may omit fields.
  const { id, amount, currency = '', status } = dispute as Partial<Stripe.Dispute> & { id: string }
  return {
    id,
    status: disputeStatusOf(status),
    amountCents: centsOf(amount),
    currency,
    dueAt: dueAtOf(dispute),
    reportedAt,
  }
}

/**
 * Converts a Stripe dispute status. `prevented` refunded the payment before a dispute; statuses starting with `warning`
 * are inquiries; appeals and unknown statuses count as open.
 *
 * @see https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
function disputeStatusOf(status = ''): DisputeStatus {
  if (status === 'warning_closed') return 'closed'
  if (status.startsWith('warning')) return 'inquiry'
  if (status === 'won') return 'won'
  return status === 'lost' || status === 'prevented' ? 'lost' : 'open'
}

/** Returns the evidence deadline of a dispute, if any. */
function dueAtOf({ evidence_details: details }: Pick<Stripe.Dispute, 'evidence_details'>): Date | undefined {
  // Events of an older API version may omit it.
  const dueBy = (details as Stripe.Dispute.EvidenceDetails | null | undefined)?.due_by
  return dueBy ? new Date(dueBy * 1000) : undefined
}

type OfPayment = { payment_intent?: string | { id: string } | null; metadata?: Stripe.Metadata | null }

function paymentOf({ payment_intent: payment, metadata }: OfPayment): { paymentId: string; reference: string } {
  return {
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? ''),
    reference: metadata?.['order_id'] ?? '',
  }
}
