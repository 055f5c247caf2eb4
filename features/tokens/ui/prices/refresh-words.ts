import type { ShownPrice } from './price-store.ts'

/** What comes of asking for prices, truly: an answer may hold no price, or the old ones. */
export function refreshWords(isAnswered: boolean, prices: readonly Pick<ShownPrice, 'price' | 'isStale'>[]): string {
  if (!isAnswered) return 'Prices could not be asked for. What was known stays.'
  const known = prices.filter(({ price }) => price !== null)
  if (known.length === 0) return 'Asked just now: nobody tells a price.'
  return known.some(({ isStale }) => isStale) ? 'Asked just now: nobody tells a newer price.' : 'Prices are up to date.'
}
