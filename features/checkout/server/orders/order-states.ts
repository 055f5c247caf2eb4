import type { OrderState } from '#features/checkout/contract.ts'

/** Allowed transitions of an order. */
const transitions: Record<OrderState, readonly OrderState[]> = {
  created: ['pending', 'paid', 'expired', 'declined'],
  pending: ['paid', 'expired', 'declined'],
  paid: ['fulfilled', 'refunded', 'disputed'],
  fulfilled: ['refunded', 'disputed'],
  // The dispute was won, lost, or won for a wrong amount.
  disputed: ['fulfilled', 'refunded', 'paid'],
  // A lost dispute was won on appeal.
  refunded: ['fulfilled'],
  // A late payment is still accepted.
  expired: ['paid'],
  // The buyer paid late, or the owner reopened the claim.
  declined: ['paid', 'pending'],
}

export function canTransition(from: OrderState, to: OrderState): boolean {
  return transitions[from].includes(to)
}

/** Returns whether an order is unpaid and can still be paid. */
export function isUnpaid(state: OrderState): boolean {
  return state !== 'disputed' && canTransition(state, 'paid')
}
