import { type PriceSourceName, type PriceSymbol, sourceNames } from '#features/tokens/prices.ts'
import type { SourceRow } from './queries.ts'

/** Services are known by these names to the owner. */
export function sourceName(source: string): string {
  return sourceNames[source as PriceSourceName]
}

/**
 * How the services that know of a symbol at all answered when they were last asked.
 *
 * @returns Names of those that answered, and what the others did instead, each in words that begin with its name.
 */
export function sourceStatus(
  symbol: PriceSymbol,
  sources: readonly SourceRow[],
): { answering: string[]; silent: string[] } {
  // CoinGecko is asked for SOL alone.
  const asked = sources.filter(({ name }) => symbol === 'SOL' || name !== ('coingecko' satisfies PriceSourceName))
  return {
    answering: asked.filter(({ error }) => !error).map(({ name }) => sourceName(name)),
    silent: asked.filter(({ error }) => error).map(({ name, error }) => `${sourceName(name)} ${error}`),
  }
}
