import type { AccessAfterRefund, RefundedBy } from '#features/checkout/emails/order-changes.tsx'
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
  const by = refundedBy(refunded, ending)
  const access = await findAccessAfterRefund(tx, refunded)
  await deps.outbox.enqueue(tx, `order:${refunded.id}:refund`, await deps.emails.refund(refunded, by, access))
}

/** Returns the party that returned the money, by the event that ended the order. */
function refundedBy({ provider }: Order, ending: string): RefundedBy {
  if (provider === 'test') return 'test'
  if (/^dispute \S+ (over \S+ of \S+ )?lost$/.test(ending)) return 'bank'
  return provider === 'cashapp' ? 'cashapp' : 'card'
}

/**
 * Returns the access of the buyer after the order was refunded or its access revoked. Another person may have paid in
 * the same browser, so only an order of the same address is named.
 */
export async function findAccessAfterRefund(tx: Database, order: Order): Promise<AccessAfterRefund> {
  const other = await findDuplicateOrder(tx, order)
  return {
    wasGiven: (await findEntitlement(tx, order.id)) !== undefined,
    otherOrder: other && { code: other.email === order.email ? other.code : undefined },
  }
}
