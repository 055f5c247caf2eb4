import type { PaymentSession } from '#platform/payments/provider.ts'
import { followPayment } from '../orders/refunds-and-disputes.ts'
import { fulfilWithin } from '../orders/fulfil.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { notPaidEvent } from '#features/checkout/action-item-labels.ts'
import { type Actor, changeOrderState, addOrderNote } from '../orders/change-order-state.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Database, lockOrder, type Order, removeActionItems, updateOrder } from '../orders/queries.ts'

/** Updates an order from the state of its payment page. Every source of a session ends here. */
export async function applySession(
  deps: OrderDeps,
  tx: Database,
  orderId: string,
  session: PaymentSession,
  actor: Actor,
): Promise<void> {
  if (session.isPaid) {
    await fulfilWithin(deps, tx, orderId, session, actor)
    return followPayment(deps, tx, orderId, actor)
  }
  if (session.hasFailed) return applyFailure(deps, tx, orderId, session, actor)
  const order = await lockUnpaidOrder(tx, orderId, session)
  if (!order) return
  const at = deps.clock.now()
  if (session.status === 'complete' && order.state === 'created')
    await changeOrderState(
      tx,
      order,
      'pending',
      { actor, at, detail: 'the payment is pending' },
      { email: session.email || order.email },
    )
  if (session.status === 'expired' && isOpen(order))
    await changeOrderState(tx, order, 'expired', { actor, at }, { nextCheckAt: null, sessionUrl: '' })
  else if (session.status === 'expired') await clearUnknownOutcome(deps, tx, order, actor)
}

/** Handles a pending payment that failed. */
export async function applyFailure(
  deps: OrderDeps,
  tx: Database,
  orderId: string,
  session: PaymentSession,
  actor: Actor,
): Promise<void> {
  const order = await lockUnpaidOrder(tx, orderId, session)
  if (!order) return
  if (!isOpen(order)) return clearUnknownOutcome(deps, tx, order, actor)
  const email = session.email || order.email
  const at = deps.clock.now()
  const declined = await changeOrderState(
    tx,
    order,
    'declined',
    { actor, at },
    { email, nextCheckAt: null, sessionUrl: '' },
  )
  if (email) await deps.outbox.enqueue(tx, `order:${order.id}:failed`, await deps.emails.paymentFailed(declined))
}

// An earlier page of the same order is irrelevant unless it was paid.
async function lockUnpaidOrder(tx: Database, orderId: string, session: PaymentSession): Promise<Order | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order || !isUnpaid(order.state)) return undefined
  return order.sessionId === null || order.sessionId === session.id ? order : undefined
}

const isOpen = ({ state }: Order) => state === 'created' || state === 'pending'

/** Clears the unknown outcome of an order once the provider reports that it was not paid. */
async function clearUnknownOutcome(deps: OrderDeps, tx: Database, order: Order, actor: Actor): Promise<void> {
  if (order.nextCheckAt === null) return
  await updateOrder(tx, order.id, { nextCheckAt: null })
  await removeActionItems(tx, order.id, ['outcome-unknown'])
  await addOrderNote(tx, order, { actor, at: deps.clock.now(), detail: notPaidEvent })
}
