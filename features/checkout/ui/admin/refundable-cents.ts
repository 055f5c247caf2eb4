import type { OrderDetails } from '#features/checkout/contract.ts'

/** Returns the refundable amount in cents: the amount received minus the amount returned. */
export function refundableCents({ paidCents, priceCents, refundedCents }: OrderDetails): number {
  return Math.max(0, (paidCents ?? priceCents) - refundedCents)
}
