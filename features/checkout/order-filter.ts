import { cutText } from '#shared/cut-text.ts'
import type { OrderDetails, OrderFilter, OrderState, OrderSummary } from './contract.ts'

/** Labels of payment methods in the admin. */
export const providerLabels: Record<NonNullable<OrderFilter['provider']>, string> = {
  stripe: 'Card',
  cashapp: 'Cash App',
  test: 'Test checkout',
}

/** Labels of order states in the admin. */
export const stateLabels: Record<OrderState, string> = {
  created: 'Created',
  pending: 'Payment pending',
  paid: 'Paid, on hold',
  fulfilled: 'Fulfilled',
  refunded: 'Refunded',
  disputed: 'Disputed',
  expired: 'Expired',
  declined: 'Declined',
}

/** Status of an order whose payment banks returned after lost disputes, without any refund by the owner. */
const disputeLost = 'Dispute lost'

/** Returns the label of the state of an order. */
export function orderStateLabel({
  state,
  refundedCents,
  lostCents,
}: Pick<OrderSummary, 'state' | 'refundedCents' | 'lostCents'>): string {
  return state === 'refunded' && lostCents > 0 && lostCents === refundedCents ? disputeLost : stateLabels[state]
}

/** Returns the label of an event in the history of an order. */
export function orderEventLabel({ from, to, detail }: OrderDetails['events'][number]): string {
  if (from === to) return 'Note'
  if (to === 'paid') return 'Paid'
  return to === 'refunded' && /^dispute \S+ lost\b/.test(detail) ? disputeLost : stateLabels[to]
}

/** Orders per page of the list. */
export const ordersPerPage = 50

/** Period in which a declined claim can be reopened. It can still be confirmed at any time after that. */
export const reopenWithinHours = 24

/** Path of the CSV export; takes the search parameters of the list. */
export const ordersCsvPath = '/api/owner/orders.csv'

/** Labels of the filter by state. */
export const stateFilterLabels = { ...stateLabels, refunded: `${stateLabels.refunded} or ${disputeLost.toLowerCase()}` }

/** Parses the filter of the list of orders; invalid values are ignored. */
export function parseOrderFilter(search: URLSearchParams): OrderFilter {
  const state = search.get('state') ?? ''
  const provider = search.get('provider') ?? ''
  const query = cutText((search.get('q') ?? '').trim(), 200)
  return {
    ...(query && { query }),
    ...(isNamed(stateLabels, state) && { state }),
    ...(isNamed(providerLabels, provider) && { provider }),
    needsAction: search.get('waiting') === '1',
  }
}

/** Formats a filter as URL search parameters; empty without a filter. */
export function toSearchParams({ query, state, provider, needsAction }: OrderFilter): string {
  const search = {
    ...(query && { q: query }),
    ...(state && { state }),
    ...(provider && { provider }),
    ...(needsAction && { waiting: '1' }),
  }
  return new URLSearchParams(search).toString()
}

function isNamed<Name extends string>(names: Record<Name, string>, name: string): name is Name {
  return Object.hasOwn(names, name)
}
