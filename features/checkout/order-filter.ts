import { cutText } from '#shared/cut-text.ts'
import type { OrderFilter, OrderState } from './contract.ts'

/** Who may have taken the money, with the words the owner reads. */
export const providerLabels: Record<NonNullable<OrderFilter['provider']>, string> = {
  stripe: 'Card',
  cashapp: 'Cash App',
  test: 'Test checkout',
}

/** Every state of an order in words. */
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

/** Orders on one page of the list. */
export const ordersPerPage = 50

/**
 * How long a declined claim can be taken up again from the desk. Money that is found later can be confirmed at any
 * time.
 */
export const reopenWithinHours = 24

/** Where the owner's file of orders comes from; takes the search of the list. */
export const ordersCsvPath = '/api/owner/orders.csv'

/** Reads what a list of orders is asked for; what is none of ours is left out. */
export function parseOrderFilter(search: URLSearchParams): OrderFilter {
  const state = search.get('state') ?? ''
  const provider = search.get('provider') ?? ''
  const words = cutText((search.get('q') ?? '').trim(), 200)
  return {
    ...(words && { words }),
    ...(isNamed(stateLabels, state) && { state }),
    ...(isNamed(providerLabels, provider) && { provider }),
    needsAction: search.get('waiting') === '1',
  }
}

/** The same as the search of an address, without its question mark; empty when everything is asked for. */
export function toSearchParams({ words, state, provider, needsAction }: OrderFilter): string {
  const asked = {
    ...(words && { q: words }),
    ...(state && { state }),
    ...(provider && { provider }),
    ...(needsAction && { waiting: '1' }),
  }
  return new URLSearchParams(asked).toString()
}

function isNamed<Name extends string>(names: Record<Name, string>, name: string): name is Name {
  return Object.hasOwn(names, name)
}
