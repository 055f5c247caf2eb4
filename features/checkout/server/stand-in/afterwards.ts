import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { PaymentAfterwards } from '#platform/payments/provider.ts'
import { createSecret } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { findLastDelivery, insertDelivery, lockTestSession, type TestSession, updateTestSession } from './queries.ts'

type Parts = { db: Database['db']; clock: Clock }

/** What may happen to a payment, from which state to which, and the message that tells of it. */
const acts = {
  'refund': { from: 'paid', to: 'refunded', type: 'charge.refunded' },
  'dispute': { from: 'paid', to: 'disputed', type: 'charge.dispute.created' },
  'dispute-won': { from: 'disputed', to: 'paid', type: 'dispute won' },
  'dispute-lost': { from: 'disputed', to: 'refunded', type: 'dispute lost' },
} as const

export type Act = keyof typeof acts

/** @throws AppError `conflict` when the payment is not where the act begins, `not-found`. */
export async function actAfterwards({ db, clock }: Parts, sessionId: string, act: Act): Promise<void> {
  const { from, to, type } = acts[act]
  await db.transaction(async (tx) => {
    const session = await lockTestSession(tx, sessionId)
    if (!session) throw new AppError('not-found', 'There is no such payment page.')
    if (session.paymentStatus === to && act === 'refund') return
    if (session.paymentStatus !== from) throw new AppError('conflict', `This payment is ${session.paymentStatus}.`)
    await updateTestSession(tx, sessionId, { paymentStatus: to })
    await insertDelivery(tx, { eventId: `evt_test_${createSecret()}`, type, sessionId, dueAt: clock.now() })
  })
}

/** Until when the bank of the test checkout wants an answer: a week, as most do. */
export const answerBy = ({ dueAt }: { dueAt: Date }) => new Date(dueAt.getTime() + 7 * 24 * 3_600_000)

/** All of the money goes back; what went back already is fine. */
export function giveBack(parts: Parts, sessionId: string): Promise<void> {
  return actAfterwards(parts, sessionId, 'refund')
}

/** What became of a payment, for who asks instead of waiting for the messages. A dispute is named as in them. */
export async function readAfterwards({ db, clock }: Parts, session: TestSession): Promise<PaymentAfterwards> {
  const { id: sessionId, paymentStatus, request } = session
  const until = clock.now()
  const opened = await findLastDelivery(db, { sessionId, type: acts.dispute.type, until })
  const isLost = (await findLastDelivery(db, { sessionId, type: acts['dispute-lost'].type, until })) !== undefined
  const outcome = paymentStatus === 'disputed' ? 'opened' : isLost ? 'lost' : 'won'
  const isRefunded = paymentStatus === 'refunded' && !isLost
  return {
    isRefunded,
    refundedCents: isRefunded ? request.amountCents : 0,
    disputes: opened ? [{ id: `dp_${opened.eventId}`, outcome, dueAt: answerBy(opened) }] : [],
  }
}
