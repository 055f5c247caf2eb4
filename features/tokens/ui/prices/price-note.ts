import type { PricesView } from './price-store.ts'

/**
 * What is to be said of all prices together: that they are asked for, that they come, or why there are none. Each panel
 * has its own words for it.
 */
export type PriceNote = 'loading' | 'failed' | 'off' | 'unavailable' | 'live'

/** What stands beneath a panel. */
export function noteOf({ state, prices, isAsking }: PricesView): PriceNote {
  if (state !== 'known') return state
  if (!isAsking) return 'off'
  return prices.every(({ price }) => price === null) ? 'unavailable' : 'live'
}
