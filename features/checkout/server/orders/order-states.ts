import type { OrderState } from '#features/checkout/contract.ts'

/** Where an order may go from where it is; nothing else ever happens to one. */
const moves: Record<OrderState, readonly OrderState[]> = {
  created: ['pending', 'paid', 'expired', 'declined'],
  pending: ['paid', 'expired', 'declined'],
  paid: ['fulfilled', 'refunded', 'disputed'],
  fulfilled: ['refunded', 'disputed'],
  // Won or lost; won, but of another amount than was asked.
  disputed: ['fulfilled', 'refunded', 'paid'],
  // The bank decided anew, after an appeal.
  refunded: ['fulfilled'],
  // Money that came late is money.
  expired: ['paid'],
  // The same, or the owner undid it.
  declined: ['paid', 'pending'],
}

export function canTransition(from: OrderState, to: OrderState): boolean {
  return moves[from].includes(to)
}

/** Nobody has paid it, and somebody still may. */
export function isUnpaid(state: OrderState): boolean {
  return state !== 'disputed' && canTransition(state, 'paid')
}
