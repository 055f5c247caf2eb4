import type { Clock } from '#platform/clock.ts'
import type { NewsletterRecords, SiteRecord } from '#features/issues/contract.ts'

const weekMs = 7 * 24 * 3_600_000

/**
 * Creates a function that collects recent records of this site and some permanent ones: each week the next of the
 * artists, platforms and milestones, so that consecutive issues differ.
 *
 * @param sources Record sources of the features, in the order of `server/features.ts`.
 */
export function createRecordCollector({
  sources,
  clock,
}: {
  sources: () => readonly NewsletterRecords[]
  clock: Clock
}) {
  return async function gather(since: Date): Promise<SiteRecord[]> {
    const now = clock.now()
    const week = Math.floor(now.getTime() / weekMs)
    const gathered = await Promise.all(
      sources().map(async (source) => {
        const records = await source.list(since, now)
        return (source.rotates ? rotate(records, source.max, week) : records).slice(0, source.max)
      }),
    )
    return gathered.flat()
  }
}

/** Rotates the list so that it begins with this week's part. */
function rotate<Item>(items: readonly Item[], count: number, offset: number): Item[] {
  const begin = items.length === 0 ? 0 : (offset * count) % items.length
  return [...items.slice(begin), ...items.slice(0, begin)]
}
