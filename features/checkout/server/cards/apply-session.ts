import type { PaymentSession } from '#platform/payments/provider.ts'
import { followPayment } from '../orders/afterwards.ts'
import { fulfilWithin } from '../orders/fulfil.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { type Actor, moveOrder, noteOnOrder } from '../orders/move-order.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Database, lockOrder, type Order, removeNeeds, updateOrder } from '../orders/queries.ts'

/** Brings an order to where its payment page is. The one reading of a session, whoever brought it. */
export async function applySession(
  parts: OrderParts,
  tx: Database,
  orderId: string,
  session: PaymentSession,
  actor: Actor,
): Promise<void> {
  if (session.isPaid) {
    await fulfilWithin(parts, tx, orderId, session, actor)
    return followPayment(parts, tx, orderId, actor)
  }
  if (session.hasFailed) return applyFailure(parts, tx, orderId, session, actor)
  const order = await lockConcerned(tx, orderId, session)
  if (!order) return
  const at = parts.clock.now()
  if (session.status === 'complete' && order.state === 'created')
    await moveOrder(
      tx,
      order,
      'pending',
      { actor, at, detail: 'the payment is pending' },
      { email: session.email || order.email },
    )
  if (session.status === 'expired' && isOpen(order))
    await moveOrder(tx, order, 'expired', { actor, at }, { nextCheckAt: null, sessionUrl: '' })
  else if (session.status === 'expired') await clearUp(parts, tx, order, actor)
}

/** A payment that was on its way did not arrive. */
export async function applyFailure(
  parts: OrderParts,
  tx: Database,
  orderId: string,
  session: PaymentSession,
  actor: Actor,
): Promise<void> {
  const order = await lockConcerned(tx, orderId, session)
  if (!order) return
  if (!isOpen(order)) return clearUp(parts, tx, order, actor)
  const email = session.email || order.email
  const at = parts.clock.now()
  const declined = await moveOrder(tx, order, 'declined', { actor, at }, { email, nextCheckAt: null, sessionUrl: '' })
  if (email) await parts.outbox.enqueue(tx, `order:${order.id}:failed`, await parts.letters.paymentFailed(declined))
}

// An earlier page of the same order says nothing about the present one, unless money came there.
async function lockConcerned(tx: Database, orderId: string, session: PaymentSession): Promise<Order | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order || !isUnpaid(order.state)) return undefined
  return order.sessionId === null || order.sessionId === session.id ? order : undefined
}

const isOpen = ({ state }: Order) => state === 'created' || state === 'pending'

/** The provider says after all that nobody paid an order we had lost sight of. */
async function clearUp(parts: OrderParts, tx: Database, order: Order, actor: Actor): Promise<void> {
  if (order.nextCheckAt === null) return
  await updateOrder(tx, order.id, { nextCheckAt: null })
  await removeNeeds(tx, order.id, ['outcome-unknown'])
  await noteOnOrder(tx, order, { actor, at: parts.clock.now(), detail: 'the provider reports that it was not paid' })
}
