import type { OrderDeps } from './order-deps.ts'
import { type Database, findDuplicateOrder, findEntitlement, listOrderEvents, type Order } from './queries.ts'

/**
 * Mails the buyer once that the payment was returned, by us, by Cash App or by the bank. After a failed refund the
 * owner contacts the buyer instead.
 */
export async function mailRefund(deps: OrderDeps, tx: Database, refunded: Order): Promise<void> {
  if (!refunded.email || refunded.actionItems.includes('refund-failed')) return
  const events = await listOrderEvents(tx, [refunded.id])
  const ending = events.find(({ from, to }) => from !== 'refunded' && to === 'refunded')?.detail ?? ''
  const by = /^dispute \S+ (over \S+ of \S+ )?lost$/.test(ending)
    ? 'bank'
    : refunded.provider === 'cashapp'
      ? 'cashapp'
      : 'card'
  const access = {
    wasGiven: (await findEntitlement(tx, refunded.id)) !== undefined,
    otherOrderCode: (await findDuplicateOrder(tx, refunded))?.code,
  }
  await deps.outbox.enqueue(tx, `order:${refunded.id}:refund`, await deps.emails.refund(refunded, by, access))
}
