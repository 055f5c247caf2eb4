import type { PricesView } from './price-store.ts'

/** Overall state of the prices; each panel has its own text for it. */
export type PriceNote = 'loading' | 'failed' | 'off' | 'unavailable' | 'live'

/** Returns the note of a panel. */
export function noteOf({ state, prices, isAsking }: PricesView): PriceNote {
  if (state !== 'known') return state
  if (!isAsking) return 'off'
  return prices.every(({ price }) => price === null) ? 'unavailable' : 'live'
}
