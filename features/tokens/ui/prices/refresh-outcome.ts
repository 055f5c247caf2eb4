import { formatAge } from '#features/tokens/price-format.ts'
import type { PricesView } from './price-store.ts'

/**
 * Outcome of a refresh: failed, failed without any known price, sources off, no price, all fresh, or the age of the
 * oldest price.
 */
export type RefreshOutcome = 'failed' | 'unloaded' | 'off' | 'none' | 'fresh' | { oldestSeconds: number }

/** The server fetches every 30 s; an older price has missed several fetches. */
const freshSeconds = 90

/**
 * @param view Prices view after the refresh.
 */
export function outcomeOf(
  isAnswered: boolean,
  { isAsking, prices }: Pick<PricesView, 'isAsking' | 'prices'>,
): RefreshOutcome {
  if (!isAnswered) return prices.some(({ price }) => price !== null) ? 'failed' : 'unloaded'
  if (!isAsking) return 'off'
  const ages = prices.flatMap(({ price, ageSeconds }) => (price === null ? [] : (ageSeconds ?? 0)))
  if (ages.length === 0) return 'none'
  const oldestSeconds = Math.max(...ages)
  return oldestSeconds < freshSeconds ? 'fresh' : { oldestSeconds }
}

/**
 * Returns the key and the values of the sentence about an outcome, in the texts of the panel or the shorter ones of the
 * strip.
 */
export function outcomeValues(
  outcome: RefreshOutcome,
): [key: `outcome.${Extract<RefreshOutcome, string> | 'oldest'}`, values: { age: string }] {
  return typeof outcome === 'string'
    ? [`outcome.${outcome}`, { age: '' }]
    : ['outcome.oldest', { age: formatAge(outcome.oldestSeconds) }]
}
