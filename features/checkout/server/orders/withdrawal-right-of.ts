import type { WithdrawalRight } from '#features/checkout/withdrawal-right.ts'
import type { Order } from './queries.ts'

/**
 * Returns the facts about the right of withdrawal of an order.
 *
 * @param entitlement Undefined when the book was never delivered.
 */
export function withdrawalRightOf(
  { consentText, consentedAt, paidAt, createdAt }: Order,
  entitlement: { createdAt: Date } | undefined,
): WithdrawalRight {
  return {
    consentedAt: consentText === '' ? undefined : (consentedAt ?? createdAt).toISOString(),
    deliveredAt: entitlement?.createdAt.toISOString(),
    boughtAt: (paidAt ?? createdAt).toISOString(),
  }
}
