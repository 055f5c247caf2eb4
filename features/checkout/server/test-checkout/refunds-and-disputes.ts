import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { DisputeStatus, PaymentChanges, PaymentDispute } from '#platform/payments/provider.ts'
import { createSecret } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { TestPaymentAction } from '#features/checkout/contract.ts'
import {
  type Delivery,
  findLastDelivery,
  insertDelivery,
  lockTestSession,
  findPartRefunds,
  type TestSession,
  updateTestSession,
} from './queries.ts'

type Deps = { db: Database['db']; clock: Clock }

/** Actions with their allowed states, resulting state and event. */
const acts: Record<TestPaymentAction, { from: readonly string[]; to: string; type: string; isPart?: true }> = {
  'refund': { from: ['paid', 'inquiry'], to: 'refunded', type: 'charge.refunded' },
  'refund-part': { from: ['paid', 'inquiry'], to: 'paid', type: 'charge.refunded', isPart: true },
  'inquiry': { from: ['paid'], to: 'inquiry', type: 'inquiry' },
  'inquiry-closed': { from: ['inquiry'], to: 'paid', type: 'inquiry closed' },
  'dispute': { from: ['paid', 'inquiry'], to: 'disputed', type: 'charge.dispute.created' },
  'dispute-part': { from: ['paid', 'inquiry'], to: 'disputed', type: 'charge.dispute.created', isPart: true },
  'dispute-won': { from: ['disputed'], to: 'paid', type: 'dispute won' },
  'dispute-lost': { from: ['disputed'], to: 'refunded', type: 'dispute lost' },
}

/** Events that begin a dispute, the second as an inquiry; the dispute keeps its id. */
export const disputeBegins = ['charge.dispute.created', 'inquiry'] as const

const partOf = (amountCents: number) => Math.max(1, Math.floor(amountCents * 0.3))

/**
 * @throws AppError `conflict` when the state of the payment does not allow the action, `not-found`.
 */
export async function simulateAction({ db, clock }: Deps, sessionId: string, act: TestPaymentAction): Promise<void> {
  const { from, to, type, isPart } = acts[act]
  await db.transaction(async (tx) => {
    const session = await lockTestSession(tx, sessionId)
    if (!session) throw new AppError('not-found', { key: 'checkout.errors.testCheckoutNotFound' })
    const { paymentStatus, request } = session
    if (paymentStatus === to && act === 'refund') return
    if (!from.includes(paymentStatus))
      throw new AppError('conflict', { key: 'checkout.errors.testPayment', values: { status: paymentStatus } })
    const dueAt = clock.now()
    const opened = await findLastDelivery(tx, { sessionId, types: disputeBegins, until: dueAt })
    const part = isPart ? partOf(request.amountCents) : null
    // Two partial refunds are reported as their total.
    const amountCents = act === 'refund-part' ? (await findPartRefunds(tx, sessionId)) + part! : part
    // A lost partial dispute leaves the rest paid.
    const isPartLost = act === 'dispute-lost' && opened?.amountCents != null
    const paymentStatusNow = isPartLost || (act === 'refund-part' && amountCents! < request.amountCents) ? 'paid' : to
    await updateTestSession(tx, sessionId, { paymentStatus: paymentStatusNow })
    await insertDelivery(tx, { eventId: `evt_test_${createSecret()}`, type, sessionId, amountCents, dueAt })
  })
}

type Opened = Pick<Delivery, 'eventId' | 'amountCents' | 'dueAt'>

/**
 * Returns a dispute at a given time, with the id of its first event. The bank expects a response within a week, as most
 * do.
 */
export function disputeAt(
  { eventId, amountCents, dueAt }: Opened,
  standing: DisputeStatus,
  reportedAt: Date,
): PaymentDispute {
  const answerBy = new Date(dueAt.getTime() + 7 * 24 * 3_600_000)
  return {
    id: `dp_${eventId}`,
    standing,
    amountCents: amountCents ?? undefined,
    currency: 'usd',
    dueAt: answerBy,
    reportedAt,
  }
}

/** Refunds the full payment; repeating it changes nothing. */
export function refundPayment(deps: Deps, sessionId: string): Promise<void> {
  return simulateAction(deps, sessionId, 'refund')
}

/** Returns refunds and disputes of a payment for polling, with the same ids as in the events. */
export async function readRefundsAndDisputes({ db, clock }: Deps, session: TestSession): Promise<PaymentChanges> {
  const { id: sessionId, paymentStatus, request } = session
  const until = clock.now()
  const opened = await findLastDelivery(db, { sessionId, types: disputeBegins, until })
  const ended = await findLastDelivery(db, {
    sessionId,
    types: ['dispute won', 'dispute lost', 'inquiry closed'],
    until,
  })
  const running = paymentStatus === 'disputed' ? 'open' : paymentStatus === 'inquiry' ? 'inquiry' : undefined
  const endings: Record<string, DisputeStatus> = {
    'dispute won': 'won',
    'dispute lost': 'lost',
    'inquiry closed': 'closed',
  }
  const standing = running ?? (ended ? endings[ended.type] : undefined)
  const isRefunded = paymentStatus === 'refunded' && ended?.type !== 'dispute lost'
  return {
    isRefunded,
    refundedCents: isRefunded ? request.amountCents : await findPartRefunds(db, sessionId),
    disputes: opened && standing ? [disputeAt(opened, standing, ended && !running ? ended.dueAt : until)] : [],
  }
}
