import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { DisputeStanding, PaymentAfterwards, PaymentDispute } from '#platform/payments/provider.ts'
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

type Parts = { db: Database['db']; clock: Clock }

/** What may happen to a payment, from which states to which, and the message that tells of it. */
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

/** A dispute begins with one of these, the second where it was an inquiry at first; it keeps its name. */
export const disputeBegins = ['charge.dispute.created', 'inquiry'] as const

const partOf = (amountCents: number) => Math.max(1, Math.floor(amountCents * 0.3))

/** @throws AppError `conflict` when the payment is not where the act begins, `not-found`. */
export async function simulateAction({ db, clock }: Parts, sessionId: string, act: TestPaymentAction): Promise<void> {
  const { from, to, type, isPart } = acts[act]
  await db.transaction(async (tx) => {
    const session = await lockTestSession(tx, sessionId)
    if (!session) throw new AppError('not-found', 'Checkout page not found.')
    const { paymentStatus, request } = session
    if (paymentStatus === to && act === 'refund') return
    if (!from.includes(paymentStatus)) throw new AppError('conflict', `This payment is ${paymentStatus}.`)
    const dueAt = clock.now()
    const opened = await findLastDelivery(tx, { sessionId, types: disputeBegins, until: dueAt })
    const part = isPart ? partOf(request.amountCents) : null
    // Two deps that went back are one larger part, told in all.
    const amountCents = act === 'refund-part' ? (await findPartRefunds(tx, sessionId)) + part! : part
    // Whoever lost a part has the rest.
    const isPartLost = act === 'dispute-lost' && opened?.amountCents != null
    const paymentStatusNow = isPartLost || (act === 'refund-part' && amountCents! < request.amountCents) ? 'paid' : to
    await updateTestSession(tx, sessionId, { paymentStatus: paymentStatusNow })
    await insertDelivery(tx, { eventId: `evt_test_${createSecret()}`, type, sessionId, amountCents, dueAt })
  })
}

type Opened = Pick<Delivery, 'eventId' | 'amountCents' | 'dueAt'>

/**
 * A dispute as it stood at a moment, named by the message it began with. Its bank wants an answer within a week, as
 * most do.
 */
export function disputeAt(
  { eventId, amountCents, dueAt }: Opened,
  standing: DisputeStanding,
  toldAt: Date,
): PaymentDispute {
  const answerBy = new Date(dueAt.getTime() + 7 * 24 * 3_600_000)
  return {
    id: `dp_${eventId}`,
    standing,
    amountCents: amountCents ?? undefined,
    currency: 'usd',
    dueAt: answerBy,
    toldAt,
  }
}

/** All of the money goes back; what went back already is fine. */
export function giveBack(deps: Parts, sessionId: string): Promise<void> {
  return simulateAction(deps, sessionId, 'refund')
}

/** What became of a payment, for who asks instead of waiting for the messages. A dispute is named as in them. */
export async function readRefundsAndDisputes({ db, clock }: Parts, session: TestSession): Promise<PaymentAfterwards> {
  const { id: sessionId, paymentStatus, request } = session
  const until = clock.now()
  const opened = await findLastDelivery(db, { sessionId, types: disputeBegins, until })
  const ended = await findLastDelivery(db, {
    sessionId,
    types: ['dispute won', 'dispute lost', 'inquiry closed'],
    until,
  })
  const running = paymentStatus === 'disputed' ? 'open' : paymentStatus === 'inquiry' ? 'inquiry' : undefined
  const endings: Record<string, DisputeStanding> = {
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
