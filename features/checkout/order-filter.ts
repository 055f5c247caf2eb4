import { cutText } from '#shared/cut-text.ts'
import { isLostDispute } from './action-item-labels.ts'
import type { OrderDetails, OrderFilter, OrderState, OrderSummary } from './contract.ts'

/** Labels of payment methods in the admin. */
export const providerLabels: Record<NonNullable<OrderFilter['provider']>, string> = {
  stripe: 'Card',
  cashapp: 'Cash App',
  test: 'Test checkout',
}

/** Returns the label of the payment method of an order in the admin. */
export const paymentMethodLabel = ({ provider, isSample }: Pick<OrderSummary, 'provider' | 'isSample'>) =>
  isSample ? `${providerLabels[provider]} (sample)` : providerLabels[provider]

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

/** Returns the labels of the events in the history of an order, the oldest first. */
export function orderEventLabels(
  order: Pick<OrderDetails, 'state' | 'refundedCents' | 'lostCents' | 'events'>,
): string[] {
  const isEnding = ({ from, to }: OrderDetails['events'][number]) => from !== to && to === 'refunded'
  const lastEnding = order.state === 'refunded' ? order.events.filter(isEnding).at(-1) : undefined
  return order.events.map((event) => {
    if (event.from === event.to) return 'Note'
    if (event.to === 'paid') return 'Paid'
    if (event === lastEnding) return orderStateLabel(order)
    // The amounts no longer tell how an order ended before a dispute was won on appeal.
    return isEnding(event) && isLostDispute(event.detail) ? disputeLost : stateLabels[event.to]
  })
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
