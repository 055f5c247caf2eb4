import type { OrderState } from '#features/checkout/contract.ts'
import { canTransition } from './order-states.ts'
import { type Database, insertOrderEvent, type Order, type OrderChange, updateOrder } from './queries.ts'

/** Source of a state change. */
export type Actor = 'buyer' | 'webhook' | 'return' | 'reconcile' | 'owner'

type Reason = { actor: Actor; detail?: string; at: Date }

/**
 * Changes the state of a locked order and records the event in the same transaction.
 *
 * @throws Error for a transition that is not allowed; check `canTransition` first.
 */
export async function changeOrderState(
  tx: Database,
  order: Order,
  to: OrderState,
  reason: Reason,
  change: OrderChange = {},
): Promise<Order> {
  if (!canTransition(order.state, to)) throw new Error(`An order cannot go from ${order.state} to ${to}.`)
  await insertOrderEvent(tx, { orderId: order.id, from: order.state, to, ...reason })
  return updateOrder(tx, order.id, { ...change, state: to })
}

/** Records a note in the history of an order without changing its state. */
export async function addOrderNote(
  tx: Database,
  order: Pick<Order, 'id' | 'state'>,
  reason: Reason & { detail: string },
): Promise<void> {
  await insertOrderEvent(tx, { orderId: order.id, from: order.state, to: order.state, ...reason })
}
