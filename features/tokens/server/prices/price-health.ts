import type { Clock } from '#platform/clock.ts'
import type { ServiceStatus } from '#features/owner/contract.ts'
import { formatAge } from '#features/tokens/price-words.ts'
import { goneAfterSeconds, type PriceSymbol, priceSymbols } from '#features/tokens/prices.ts'
import type { Mints, PriceFeed } from './price-feed.ts'
import { sourceName, whoTells } from './who-tells.ts'

const todos = {
  silent:
    'Look at the way out of this machine, and at JUPITER_API_KEY if one is set. Until somebody answers, pages say N/A.',
  leftOut:
    'Look whether this token still has a market. The services answer; until one of them tells a price, pages say N/A.',
}

/** What the desk's Settings say of prices: who told which when, and who does not answer. */
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
    remedy: todos.silent,
    async check(): Promise<Omit<ServiceStatus, 'name'>> {
      if (!feed.isAsking)
        return { state: 'off', message: 'Nobody is asked; pages say N/A', remedy: 'Set PRICE_SOURCES=on to ask.' }
      const { prices, sources } = feed.board()
      const ageOf = (symbol: PriceSymbol) => {
        const row = prices.find((one) => one.symbol === symbol && one.mint === mints()[symbol])
        return row && { row, seconds: (clock.now().getTime() - row.at.getTime()) / 1000 }
      }
      const told = priceSymbols.map((symbol): { words: string; remedy?: string } => {
        if (!mints()[symbol]) return { words: `${symbol} has no mint` }
        const known = ageOf(symbol)
        if (known && known.seconds < goneAfterSeconds)
          return { words: `${symbol} by ${sourceName(known.row.source)} ${formatAge(known.seconds)} ago` }
        const { answering } = whoTells(symbol, sources)
        // Everybody trades SOL. A token nobody trades has no price, and that is no failure of whoever was asked.
        const isLeftOut = symbol !== 'SOL' && answering.length > 0
        if (isLeftOut && !known) return { words: `${symbol} has no market yet that ${answering.join(' or ')} knows of` }
        const words = known ? `${symbol} last told ${formatAge(known.seconds)} ago` : `${symbol} told by nobody`
        return isLeftOut
          ? { words: `${words}, and left out since by ${answering.join(' and ')}`, remedy: todos.leftOut }
          : { words, remedy: todos.silent }
      })
      const silent = whoTells('SOL', sources).silent
      const remedy = [todos.silent, todos.leftOut].find((one) => told.some((line) => line.remedy === one))
      return {
        state: remedy ? 'error' : 'ok',
        message: [...told.map(({ words }) => words), ...silent].join('; '),
        remedy: remedy ?? '',
      }
    },
  }
}
