import { formatAge } from '#features/tokens/price-format.ts'
import type { PricesView } from './price-store.ts'

/** Outcome of a refresh: failed, sources off, no price, all fresh, or the age of the oldest price. */
export type RefreshOutcome = 'failed' | 'off' | 'none' | 'fresh' | { oldestSeconds: number }

/** The server fetches every 30 s; an older price has missed several fetches. */
const freshSeconds = 90

/**
 * @param view Prices view after the refresh.
 */
export function outcomeOf(
  isAnswered: boolean,
  { isAsking, prices }: Pick<PricesView, 'isAsking' | 'prices'>,
): RefreshOutcome {
  if (!isAnswered) return 'failed'
  if (!isAsking) return 'off'
  const ages = prices.flatMap(({ price, ageSeconds }) => (price === null ? [] : (ageSeconds ?? 0)))
  if (ages.length === 0) return 'none'
  const oldestSeconds = Math.max(...ages)
  return oldestSeconds < freshSeconds ? 'fresh' : { oldestSeconds }
}

const text = {
  failed: 'Couldn’t update prices. Showing the last known prices.',
  off: 'No live price source is connected.',
  none: 'No price is available right now.',
  fresh: 'Prices are up to date.',
}
const shortTexts: typeof text = {
  failed: 'Update failed',
  off: 'No live price source',
  none: 'No price available',
  fresh: 'Up to date',
}

/** Returns the outcome as a sentence; {@link shortOutcomeText} fits the compact panel. */
export function outcomeText(outcome: RefreshOutcome | undefined): string {
  if (!outcome) return ''
  return typeof outcome === 'string' ? text[outcome] : `The oldest price is ${formatAge(outcome.oldestSeconds)} old.`
}

export function shortOutcomeText(outcome: RefreshOutcome | undefined): string {
  if (!outcome) return ''
  return typeof outcome === 'string' ? shortTexts[outcome] : `Oldest: ${formatAge(outcome.oldestSeconds)} ago`
}
