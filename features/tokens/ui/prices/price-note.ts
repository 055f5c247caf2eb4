import type { PricesView } from './price-store.ts'

/** Overall state of the prices; each panel has its own text for it. */
type PriceNote = 'loading' | 'failed' | 'off' | 'unavailable' | 'live'

/** Returns the note of a panel. */
export function noteOf({ state, prices, isAsking }: PricesView): PriceNote {
  if (state !== 'known') return state
  if (!isAsking) return 'off'
  return prices.every(({ price }) => price === null) ? 'unavailable' : 'live'
}

/**
 * Returns why no price is shown, for places with one line of text; undefined while prices load, if at least one is
 * known, and while the server cannot be reached, because then the state of the prices is unknown.
 */
export function reasonForNone(view: PricesView): 'off' | 'unavailable' | undefined {
  const note = noteOf(view)
  return note === 'off' || note === 'unavailable' ? note : undefined
}
