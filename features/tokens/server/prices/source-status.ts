import { type PriceSourceName, type PriceSymbol, sourceNames } from '#features/tokens/prices.ts'
import type { SourceRow } from './queries.ts'

/** Returns the display name of a source. */
export function sourceName(source: string): string {
  return sourceNames[source as PriceSourceName]
}

/**
 * Returns the status of the sources of a symbol at their last query.
 *
 * @returns Names of the sources that responded, and the errors of the others, each beginning with its name.
 */
export function sourceStatus(
  symbol: PriceSymbol,
  sources: readonly SourceRow[],
): { responding: string[]; failing: string[] } {
  // CoinGecko is queried for SOL only.
  const queried = sources.filter(({ name }) => symbol === 'SOL' || name !== ('coingecko' satisfies PriceSourceName))
  return {
    responding: queried.filter(({ error }) => !error).map(({ name }) => sourceName(name)),
    failing: queried.filter(({ error }) => error).map(({ name, error }) => `${sourceName(name)} ${error}`),
  }
}
