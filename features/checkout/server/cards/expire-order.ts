import { flag } from '../orders/fulfil.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { changeOrderState } from '../orders/change-order-state.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Database, hasOrderEvent, lockOrder, type Order, updateOrder } from '../orders/queries.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Checks end after half a year without an outcome. */
const maxCheckMs = 180 * dayMs

/** Expires an order that cannot have been paid; a late payment still fulfills it. */
export async function expire(deps: OrderDeps, orderId: string, detail: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order && isUnpaid(order.state)) await end(deps, tx, order, detail, null)
  })
}

/** Expires an order with an unknown outcome: the owner is notified once, and the provider is checked daily. */
export async function markOutcomeUnknown(deps: OrderDeps, orderId: string, why: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !isUnpaid(order.state)) return
    const now = deps.clock.now().getTime()
    const nextCheckAt = now - order.createdAt.getTime() < maxCheckMs ? new Date(now + dayMs) : null
    await end(deps, tx, order, why, nextCheckAt)
    if (!(await hasOrderEvent(tx, order.id, `outcome-unknown: ${why}`)))
      await flag(deps, tx, order, 'outcome-unknown', why, 'reconcile')
  })
  deps.outbox.wake()
}

async function end(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  detail: string,
  nextCheckAt: Date | null,
): Promise<void> {
  if (order.state === 'created' || order.state === 'pending')
    await changeOrderState(
      tx,
      order,
      'expired',
      { actor: 'reconcile', at: deps.clock.now(), detail },
      { nextCheckAt, sessionUrl: '' },
    )
  else await updateOrder(tx, order.id, { nextCheckAt })
}
