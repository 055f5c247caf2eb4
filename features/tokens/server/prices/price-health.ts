import type { Clock } from '#platform/clock.ts'
import type { HealthLine } from '#features/owner/contract.ts'
import { formatAge } from '#features/tokens/price-words.ts'
import { goneAfterSeconds, type PriceSymbol, priceSymbols, sourceNames } from '#features/tokens/prices.ts'
import type { Mints, PriceFeed } from './price-feed.ts'

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
  const todo = 'Look at the way out of this machine, and at JUPITER_API_KEY if one is set. Until somebody answers, pages say N/A.'
  return {
    name: 'Prices',
    todo,
    async ask(): Promise<Omit<HealthLine, 'name'>> {
      if (!feed.isAsking) return { state: 'off', says: 'Nobody is asked; pages say N/A', todo: 'Set PRICE_SOURCES=on to ask.' }
      const { prices, sources } = feed.board()
      const ageOf = (symbol: PriceSymbol) => {
        const row = prices.find((one) => one.symbol === symbol && one.mint === mints()[symbol])
        return row && { row, seconds: (clock.now().getTime() - row.at.getTime()) / 1000 }
      }
      const told = priceSymbols.map((symbol) => {
        const known = ageOf(symbol)
        if (!mints()[symbol]) return `${symbol} has no mint`
        if (!known) return `${symbol} told by nobody`
        return `${symbol} by ${sourceNames[known.row.source as keyof typeof sourceNames]} ${formatAge(known.seconds)} ago`
      })
      const silent = sources
        .filter(({ trouble }) => trouble)
        .map(({ name, trouble }) => `${sourceNames[name as keyof typeof sourceNames]} ${trouble}`)
      const isLost = priceSymbols.some((symbol) => {
        const known = ageOf(symbol)
        return mints()[symbol] !== undefined && (!known || known.seconds >= goneAfterSeconds)
      })
      return { state: isLost ? 'trouble' : 'well', says: [...told, ...silent].join('; '), todo: isLost ? todo : '' }
    },
  }
}
