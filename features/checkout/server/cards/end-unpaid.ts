import { flag } from '../orders/fulfil.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { moveOrder } from '../orders/move-order.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Database, hasMove, lockOrder, type Order, updateOrder } from '../orders/queries.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A provider that has not said in half a year what became of a page will not say it any more. */
const askedLongestMs = 180 * dayMs

/** The order is over, and nobody can have paid it; money that still comes opens it all the same. */
export async function expire(parts: OrderParts, orderId: string, detail: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order && isUnpaid(order.state)) await end(parts, tx, order, detail, null)
  })
}

/**
 * The order is over, but nobody can say whether it was paid: the owner is told once, and the provider is asked every
 * day.
 */
export async function loseSight(parts: OrderParts, orderId: string, why: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !isUnpaid(order.state)) return
    const now = parts.clock.now().getTime()
    const nextCheckAt = now - order.createdAt.getTime() < askedLongestMs ? new Date(now + dayMs) : null
    await end(parts, tx, order, why, nextCheckAt)
    if (!(await hasMove(tx, order.id, `outcome-unknown: ${why}`)))
      await flag(parts, tx, order, 'outcome-unknown', why, 'sweep')
  })
  parts.outbox.wake()
}

async function end(
  parts: OrderParts,
  tx: Database,
  order: Order,
  detail: string,
  nextCheckAt: Date | null,
): Promise<void> {
  if (order.state === 'created' || order.state === 'pending')
    await moveOrder(
      tx,
      order,
      'expired',
      { actor: 'sweep', at: parts.clock.now(), detail },
      { nextCheckAt, sessionUrl: '' },
    )
  else await updateOrder(tx, order.id, { nextCheckAt })
}
