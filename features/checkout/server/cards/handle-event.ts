import { type PaymentEvent, PaymentError, type PaymentProvider } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'
import { formatUsd } from '#shared/money.ts'
import { isUuid } from '#shared/uuid.ts'
import { applyDispute, applyRefund } from '../orders/refunds-and-disputes.ts'
import { centsOf, checkAmount, flag, type Proof } from '../orders/fulfil.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import {
  type Database,
  findOrder,
  findOrderByPayment,
  findOrderBySession,
  insertProviderEvent,
  lockOrder,
  type Order,
  updateOrder,
} from '../orders/queries.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { storeUnreadableEvent } from './unreadable-events.ts'
import { applyFailure, applySession } from './apply-session.ts'

type Source = { kind: 'stripe' | 'test'; provider: Pick<PaymentProvider, 'findReference' | 'getSession'> }

type Known = Exclude<PaymentEvent, { kind: 'other' | 'unreadable' }>

/**
 * Handles one provider event once: its row and all its effects are one transaction.
 *
 * @throws AppError `unavailable` when it cannot be processed now and must be sent again.
 */
export async function handlePaymentEvent(deps: OrderDeps, source: Source, event: PaymentEvent): Promise<void> {
  if (event.kind === 'other') return
  if (event.kind === 'unreadable') return handleUnreadable(deps, source, event)
  const found = await findOrderOf(
    deps,
    source,
    event.kind === 'session'
      ? { sessionId: event.session.id, paymentId: '', reference: event.session.reference }
      : event,
  )
  // A payment of another system on the same account.
  if (!found || found.provider !== source.kind) return
  const proof = await proofOf(source, found, event)
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, found.id)
    if (!order) return
    const isNew = await insertProviderEvent(tx, {
      id: event.id,
      provider: source.kind,
      type: event.type,
      orderId: order.id,
      receivedAt: deps.clock.now(),
    })
    if (isNew) await applyEvent(deps, tx, order, event, proof)
  })
  deps.outbox.wake()
}

async function applyEvent(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  event: Known,
  proof: Proof | undefined,
): Promise<void> {
  // A second payment of an order has no effect on the access that the first one paid for.
  if (event.kind !== 'session' && order.paymentId !== null && order.paymentId !== event.paymentId)
    return flag(deps, tx, order, 'second-payment', `${event.type} of ${event.paymentId}`, 'webhook')
  switch (event.kind) {
    case 'session':
      return event.outcome === 'failed'
        ? applyFailure(deps, tx, order.id, event.session, 'webhook')
        : applySession(deps, tx, order.id, event.session, 'webhook')
    case 'refund': {
      const known = await withPayment(tx, order, event.paymentId, proof)
      const { refundedCents: cents, isFull } = event
      return applyRefund(
        deps,
        tx,
        known,
        { cents, isFull, detail: `refund of ${event.paymentId}` },
        { actor: 'webhook', proof },
      )
    }
    case 'refund-failed':
      return flag(deps, tx, order, 'refund-failed', failedRefund(event), 'webhook')
    case 'dispute': {
      const known = await withPayment(tx, order, event.paymentId, proof)
      await applyDispute(deps, tx, known, event.dispute, { actor: 'webhook', proof })
      // The order is read again because the dispute may have changed its state.
      const disputed = proof && (await lockOrder(tx, order.id))
      if (disputed && event.dispute.status === 'open') await checkAmount(deps, tx, disputed, proof, 'webhook')
      return
    }
  }
}

function failedRefund({ paymentId, amountCents }: Extract<Known, { kind: 'refund-failed' }>): string {
  return `the refund of ${amountCents === undefined ? '' : `${formatUsd(amountCents)} of `}${paymentId} failed`
}

async function handleUnreadable(
  deps: OrderDeps,
  source: Source,
  event: Extract<PaymentEvent, { kind: 'unreadable' }>,
): Promise<void> {
  const isNamed = event.sessionId !== '' || event.paymentId !== '' || event.reference !== ''
  if (isNamed && !(await findOrderOf(deps, source, event))) return
  await storeUnreadableEvent(deps, source.kind, event)
}

type Subject = { sessionId?: string; paymentId: string; reference: string }

async function findOrderOf(
  deps: OrderDeps,
  { provider }: Source,
  { sessionId, paymentId, reference }: Subject,
): Promise<Order | undefined> {
  if (sessionId) return (await findOrderBySession(deps.db, sessionId)) ?? (await findNamed(deps, reference))
  const paid = await findOrderByPayment(deps.db, paymentId)
  if (paid || !paymentId) return paid
  return orLater(async () => findNamed(deps, reference || (await provider.findReference(paymentId))))
}

/** Returns the payment behind a refund or dispute that arrives before the payment event. */
async function proofOf({ provider }: Source, order: Order, event: Known): Promise<Proof | undefined> {
  const { sessionId } = order
  if ((event.kind !== 'refund' && event.kind !== 'dispute') || !isUnpaid(order.state) || !sessionId) return undefined
  const session = await orLater(() => provider.getSession(sessionId))
  return session?.isPaid && session.paymentId === event.paymentId ? session : undefined
}

async function orLater<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    throw new AppError('unavailable', 'This event cannot be processed right now. Send it again.', {
      cause: error,
    })
  }
}

async function findNamed({ db }: OrderDeps, reference: string): Promise<Order | undefined> {
  return isUuid(reference) ? findOrder(db, reference) : undefined
}

/** Stores the payment id from whichever event comes first. */
async function withPayment(tx: Database, order: Order, paymentId: string, proof: Proof | undefined): Promise<Order> {
  if (order.paymentId !== null || !paymentId) return order
  const known = proof && { email: proof.email || order.email, paidCents: centsOf(order, proof) }
  return updateOrder(tx, order.id, { ...known, paymentId })
}
