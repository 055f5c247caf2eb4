import type { OrderState } from '#features/checkout/contract.ts'
import { mayMove } from './order-states.ts'
import { type Database, insertMove, type Order, type OrderChange, updateOrder } from './queries.ts'

/** Who moves an order. */
export type Actor = 'buyer' | 'webhook' | 'return' | 'sweep' | 'owner'

type Reason = { actor: Actor; detail?: string; at: Date }

/**
 * Moves an order the caller holds locked, and writes the line of its log in the same transaction.
 *
 * @throws Error for a move that is not allowed; whoever may meet one asks `mayMove` first.
 */
export async function moveOrder(
  tx: Database,
  order: Order,
  to: OrderState,
  reason: Reason,
  change: OrderChange = {},
): Promise<Order> {
  if (!mayMove(order.state, to)) throw new Error(`An order cannot go from ${order.state} to ${to}.`)
  await insertMove(tx, { orderId: order.id, from: order.state, to, ...reason })
  return updateOrder(tx, order.id, { ...change, state: to })
}

/** Writes into the log of an order what changed without moving it. */
export async function noteOnOrder(
  tx: Database,
  order: Pick<Order, 'id' | 'state'>,
  reason: Reason & { detail: string },
): Promise<void> {
  await insertMove(tx, { orderId: order.id, from: order.state, to: order.state, ...reason })
}
