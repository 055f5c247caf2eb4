import type { PricesView } from './price-store.ts'

/** What stands beneath a panel: who is asked and how often, or why there is nothing. */
export function noteOf({ state, prices, isAsking }: PricesView): { short: string; long: string } {
  if (state === 'loading') return { short: 'Loading prices', long: 'Asking for prices.' }
  if (state === 'failed')
    return { short: 'No prices just now', long: 'Prices could not be asked for just now. The page tries again every 30 seconds.' }
  if (!isAsking)
    return {
      short: 'No live price source',
      long: 'No live source is connected, so there is nothing to show. We would sooner print N/A than a number we cannot vouch for.',
    }
  if (prices.every(({ price }) => price === null))
    return {
      short: 'No live price source',
      long: 'No service of prices answers just now. We would sooner print N/A than a number we cannot vouch for.',
    }
  return {
    short: 'US dollars, every 30 s',
    long: 'Asked for every 30 seconds by our server, never by your browser, and shown as it was told. N/A stands where nobody has told a price.',
  }
}
