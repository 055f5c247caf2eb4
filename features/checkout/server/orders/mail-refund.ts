import type { OrderParts } from './order-parts.ts'
import { type Database, listMoves, type Order } from './queries.ts'

/**
 * Tells the buyer, once, that the money went back, in the words of who sent it: us by the card provider, the owner by
 * Cash App, or the buyer's bank after a dispute. A refund that bounced is no news to tell; the owner writes then.
 */
export async function mailRefund(parts: OrderParts, tx: Database, refunded: Order): Promise<void> {
  if (!refunded.email || refunded.needsOwner.includes('refund-failed')) return
  const moves = await listMoves(tx, [refunded.id])
  const ending = moves.find(({ from, to }) => from !== 'refunded' && to === 'refunded')?.detail ?? ''
  const by = /^dispute \S+ (over \S+ of \S+ )?lost$/.test(ending)
    ? 'bank'
    : refunded.provider === 'cashapp'
      ? 'cashapp'
      : 'card'
  await parts.outbox.enqueue(tx, `order:${refunded.id}:refund`, await parts.letters.refund(refunded, by))
}
