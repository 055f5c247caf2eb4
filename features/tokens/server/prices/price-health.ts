import type { ServiceStatus } from '#features/owner/contract.ts'
import { formatAge } from '#features/tokens/price-format.ts'
import { goneAfterSeconds, type PriceSymbol, priceSymbols } from '#features/tokens/prices.ts'
import type { PriceReaderDeps } from './price-feed.ts'
import { sourceName, sourceStatus } from './source-status.ts'

const todos = {
  failing:
    'Check the outbound network connection of this machine, and JUPITER_API_KEY if it is set. Pages show N/A until a source responds.',
  leftOut:
    'Check whether this token still has a market. The sources respond but have no price for it, so pages show N/A.',
}

/** Creates the health check of prices: sources, ages and failures. */
export function createPriceHealth({ feed, mints, clock }: PriceReaderDeps) {
  return {
    name: 'Prices',
    remedy: todos.failing,
    async check(): Promise<Omit<ServiceStatus, 'name'>> {
      if (!feed.isAsking)
        return {
          state: 'off',
          message: 'Price sources are off; pages show N/A',
          remedy: 'Set PRICE_SOURCES=on to fetch prices.',
        }
      const { prices, sources } = feed.snapshot()
      const ageOf = (symbol: PriceSymbol) => {
        const row = prices.find((one) => one.symbol === symbol && one.mint === mints()[symbol])
        return row && { row, seconds: (clock.now().getTime() - row.at.getTime()) / 1000 }
      }
      const reports = priceSymbols.map((symbol): { text: string; remedy?: string } => {
        if (!mints()[symbol]) return { text: `${symbol} has no mint address` }
        const known = ageOf(symbol)
        if (known && known.seconds < goneAfterSeconds)
          return { text: `${symbol} from ${sourceName(known.row.source)} ${formatAge(known.seconds)} ago` }
        const { responding } = sourceStatus(symbol, sources)
        // SOL always has a market. A token without one has no price, which is not a failure of a source.
        const isLeftOut = symbol !== 'SOL' && responding.length > 0
        if (isLeftOut && !known) return { text: `${symbol} is not listed by ${responding.join(' or ')} yet` }
        const text = known ? `${symbol} last updated ${formatAge(known.seconds)} ago` : `${symbol} has no price`
        return isLeftOut
          ? { text: `${text} and no longer listed by ${responding.join(' or ')}`, remedy: todos.leftOut }
          : { text, remedy: todos.failing }
      })
      const failing = sourceStatus('SOL', sources).failing
      const remedy = [todos.failing, todos.leftOut].find((one) => reports.some((line) => line.remedy === one))
      return {
        state: remedy ? 'error' : 'ok',
        message: [...reports.map(({ text }) => text), ...failing].join('; '),
        remedy: remedy ?? '',
      }
    },
  }
}
