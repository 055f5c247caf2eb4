import type { OrderDetails } from '#features/checkout/contract.ts'

/** What of the money is still ours, in cents: less than came in once some of it was given back. */
export function refundableCents({ paidCents, priceCents, refundedCents }: OrderDetails): number {
  return Math.max(0, (paidCents ?? priceCents) - refundedCents)
}
