import type { Clock } from '#platform/clock.ts'
import { directionOf, formatChange, formatPrice } from '#features/tokens/price-words.ts'
import { priceNames, type PriceSymbol, priceSymbols, sourceNames } from '#features/tokens/prices.ts'
import type { Mints, PriceFeed } from './price-feed.ts'
import { priceReply } from './price-reply.ts'

/** One price as the letter may tell it: what was said by whom, nothing about what it will be. */
export type PriceNews = { title: string; facts: string; path: string; at: Date }

/** What is known and fresh just now; a price that is stale or made in a thin market is no news. */
export function createPriceNews({ feed, mints, clock }: { feed: Pick<PriceFeed, 'board' | 'isAsking'>; mints: () => Mints; clock: Clock }) {
  return function priceNews(): PriceNews[] {
    const { data } = priceReply(feed.board(), mints(), feed.isAsking, clock.now())
    return priceSymbols.flatMap((symbol) => {
      const { price, change24h, at, isStale, isThin, source } = data[symbol.toLowerCase() as Lowercase<PriceSymbol>]
      if (price === null || at === null || source === null || isStale || isThin) return []
      const change =
        change24h === null
          ? ''
          : directionOf(change24h) === 'level'
            ? ', the same as a day before'
            : `, ${formatChange(change24h)} against a day before`
      return {
        title: `${priceNames[symbol]} (${symbol}) at ${formatPrice(price)}`,
        facts: `One ${symbol} cost ${formatPrice(price)} when this was written${change}, as ${sourceNames[source]} tells it. Prices change by the minute.`,
        path: '/tokens',
        at: new Date(at),
      }
    })
  }
}
