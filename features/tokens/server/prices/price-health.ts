import type { Clock } from '#platform/clock.ts'
import type { HealthLine } from '#features/owner/contract.ts'
import { formatAge } from '#features/tokens/price-format.ts'
import { goneAfterSeconds, type PriceSymbol, priceSymbols } from '#features/tokens/prices.ts'
import type { Mints, PriceFeed } from './price-feed.ts'
import { sourceName, sourceStatus } from './source-status.ts'

const todos = {
  silent:
    'Check the outbound network connection of this machine, and JUPITER_API_KEY if it is set. Pages show N/A until a source responds.',
  leftOut:
    'Check whether this token still has a market. The sources respond but have no price for it, so pages show N/A.',
}

/** Creates the health check of prices: sources, ages and failures. */
export function createPriceHealth({
  feed,
  mints,
  clock,
}: {
  feed: Pick<PriceFeed, 'board' | 'isAsking'>
  mints: () => Mints
  clock: Clock
}) {
  return {
    name: 'Prices',
    todo: todos.silent,
    async ask(): Promise<Omit<HealthLine, 'name'>> {
      if (!feed.isAsking)
        return {
          state: 'off',
          says: 'Price sources are off; pages show N/A',
          todo: 'Set PRICE_SOURCES=on to fetch prices.',
        }
      const { prices, sources } = feed.board()
      const ageOf = (symbol: PriceSymbol) => {
        const row = prices.find((one) => one.symbol === symbol && one.mint === mints()[symbol])
        return row && { row, seconds: (clock.now().getTime() - row.at.getTime()) / 1000 }
      }
      const told = priceSymbols.map((symbol): { words: string; todo?: string } => {
        if (!mints()[symbol]) return { words: `${symbol} has no mint` }
        const known = ageOf(symbol)
        if (known && known.seconds < goneAfterSeconds)
          return { words: `${symbol} from ${sourceName(known.row.source)} ${formatAge(known.seconds)} ago` }
        const { answering } = sourceStatus(symbol, sources)
        // SOL always has a market. A token without one has no price, which is not a failure of a source.
        const isLeftOut = symbol !== 'SOL' && answering.length > 0
        if (isLeftOut && !known) return { words: `${symbol} is not listed by ${answering.join(' or ')} yet` }
        const words = known ? `${symbol} last updated ${formatAge(known.seconds)} ago` : `${symbol} has no price`
        return isLeftOut
          ? { words: `${words} and no longer listed by ${answering.join(' or ')}`, todo: todos.leftOut }
          : { words, todo: todos.silent }
      })
      const silent = sourceStatus('SOL', sources).silent
      const todo = [todos.silent, todos.leftOut].find((one) => told.some((line) => line.todo === one))
      return {
        state: todo ? 'trouble' : 'well',
        says: [...told.map(({ words }) => words), ...silent].join('; '),
        todo: todo ?? '',
      }
    },
  }
}
