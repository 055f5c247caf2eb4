import type { OrderDeps } from './order-deps.ts'
import { type Database, listOrderEvents, type Order } from './queries.ts'

/**
 * Tells the buyer, once, that the money went back, in the words of who sent it: us by the card provider, the owner by
 * Cash App, or the buyer's bank after a dispute. A refund that bounced is no news to tell; the owner writes then.
 */
export async function mailRefund(deps: OrderDeps, tx: Database, refunded: Order): Promise<void> {
  if (!refunded.email || refunded.actionItems.includes('refund-failed')) return
  const moves = await listOrderEvents(tx, [refunded.id])
  const ending = moves.find(({ from, to }) => from !== 'refunded' && to === 'refunded')?.detail ?? ''
  const by = /^dispute \S+ (over \S+ of \S+ )?lost$/.test(ending)
    ? 'bank'
    : refunded.provider === 'cashapp'
      ? 'cashapp'
      : 'card'
  await deps.outbox.enqueue(tx, `order:${refunded.id}:refund`, await deps.emails.refund(refunded, by))
}
