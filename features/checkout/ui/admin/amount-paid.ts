import { formatUsd } from '#shared/money.ts'
import type { OrderDetails } from '#features/checkout/contract.ts'
import { notPaidEvent } from '#features/checkout/action-item-labels.ts'

/** Returns the amount received. Without one, it says whether the order can still be paid. */
export function amountPaid({ paidCents, state, events }: Pick<OrderDetails, 'paidCents' | 'state' | 'events'>): string {
  if (paidCents !== undefined) return formatUsd(paidCents)
  if (state === 'created') return 'Not paid yet'
  if (state === 'pending') return 'Not confirmed yet'
  return (state === 'expired' || state === 'declined') && !isOutcomeUnknown(events) ? 'Not paid' : 'Unknown'
}

/**
 * Returns whether the outcome of a payment became unknown and was not learned since. The action item alone does not
 * say, because the owner can mark it as done.
 */
function isOutcomeUnknown(events: OrderDetails['events']): boolean {
  const unknown = events.findLastIndex(({ detail }) => detail.startsWith('outcome-unknown: '))
  const unpaid = events.findLastIndex(
    ({ from, to, detail }) => detail === notPaidEvent || (to === 'declined' && from !== to),
  )
  return unknown > unpaid
}
