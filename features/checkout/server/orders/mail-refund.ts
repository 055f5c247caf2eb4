import type { AccessAfterRefund, RefundedBy } from '#features/checkout/emails/order-changes.tsx'
import type { OrderDeps } from './order-deps.ts'
import { disputeCents, moneyOf } from './money.ts'
import { type Database, findDuplicateOrder, findEntitlement, listDisputes, type Order } from './queries.ts'

/**
 * Mails the buyer once that the payment was returned, by us, by Cash App or by the bank. After a failed refund the
 * owner contacts the buyer instead.
 */
export async function mailRefund(deps: OrderDeps, tx: Database, refunded: Order): Promise<void> {
  if (!refunded.email || refunded.actionItems.includes('refund-failed')) return
  const access = await findAccessAfterRefund(tx, refunded)
  const disputes = await listDisputes(tx, refunded.id)
  const returned = {
    by: refundedBy(refunded),
    banksCents: disputeCents('lost', refunded, disputes),
    isTwice: moneyOf(refunded, disputes).isReturnedTwice,
  }
  const mail = await deps.emails.refund(refunded, returned, access)
  await deps.outbox.enqueue(tx, `order:${refunded.id}:refund`, mail)
}

/** Returns the party that returned the money: banks only if we refunded no part of it. */
function refundedBy({ provider, givenBackCents }: Order): RefundedBy {
  if (provider === 'test') return 'test'
  if (givenBackCents === 0) return 'bank'
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
