import type { OrderState } from '#features/checkout/contract.ts'
import { canTransition } from './order-states.ts'
import { type Database, insertOrderEvent, type Order, type OrderChange, updateOrder } from './queries.ts'

/** Who moves an order. */
export type Actor = 'buyer' | 'webhook' | 'return' | 'sweep' | 'owner'

type Reason = { actor: Actor; detail?: string; at: Date }

/**
 * Moves an order the caller holds locked, and writes the line of its log in the same transaction.
 *
 * @throws Error for a move that is not allowed; whoever may meet one asks `canTransition` first.
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

/** Writes into the log of an order what changed without moving it. */
export async function addOrderNote(
  tx: Database,
  order: Pick<Order, 'id' | 'state'>,
  reason: Reason & { detail: string },
): Promise<void> {
  await insertOrderEvent(tx, { orderId: order.id, from: order.state, to: order.state, ...reason })
}
