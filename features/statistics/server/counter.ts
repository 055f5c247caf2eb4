import type { Clock } from '#platform/clock.ts'
import { cutText } from '#shared/cut-text.ts'
import type { Metric } from '#features/statistics/contract.ts'

/** A count to add to that of a day (ISO date, UTC). */
export type Count = { day: string; metric: Metric; key: string; count: number }

/** Key for everything beyond the limit of a metric. */
export const otherKey = '(other)'

/**
 * Maximum number of different keys per day and process. Visitors can make up sources and campaigns, so their limits are
 * low; the others are bounded by the catalogue.
 */
const maxKeys: Record<Metric, number> = {
  views: 5_000,
  sources: 300,
  campaigns: 300,
  plays: 5_000,
  reads: 20_000,
  listening: 24,
}

const maxKeyLength = 200

/**
 * Creates a counter that adds up counts in memory and saves the sums from time to time, so that a visit needs no
 * transaction. Counts since the last save are lost when the process is killed; counts that could not be saved are saved
 * with the next ones.
 *
 * @param deps.save Adds counts to those in the database, all or none.
 */
export function createCounter({ save, clock }: { save(counts: Count[]): Promise<void>; clock: Clock }) {
  let counts = new Map<string, Count>()
  let known: { day: string; keys: Map<Metric, Set<string>> } = { day: '', keys: new Map() }
  let saving: Promise<void> | undefined

  /** Returns the key, or the key for all others if the day has too many different ones. */
  function admit(day: string, metric: Metric, key: string): string {
    if (known.day !== day) known = { day, keys: new Map() }
    const keys = known.keys.get(metric) ?? new Set()
    known.keys.set(metric, keys)
    if (!keys.has(key)) {
      if (keys.size >= maxKeys[metric]) return otherKey
      keys.add(key)
    }
    return key
  }

  function add({ day, metric, key, count }: Count): void {
    const id = `${day} ${metric} ${key}`
    const found = counts.get(id)
    if (found) found.count += count
    else counts.set(id, { day, metric, key, count })
  }

  async function saveOnce(): Promise<void> {
    const taken = [...counts.values()]
    if (taken.length === 0) return
    counts = new Map()
    try {
      await save(taken)
    } catch (error) {
      for (const count of taken) add(count)
      throw error
    }
  }

  return {
    count(metric: Metric, key: string, amount = 1): void {
      const day = clock.now().toISOString().slice(0, 10)
      // oxlint-disable-next-line no-control-regex -- the database cannot store NUL, and the others are unreadable
      const readable = cutText(key.replaceAll(/[\u0000-\u001f\u007f]/g, ''), maxKeyLength)
      add({ day, metric, key: admit(day, metric, readable), count: amount })
    },
    /** Saves all counts so far. @throws Errors of `save`; in that case nothing is lost. */
    save(): Promise<void> {
      saving = (saving ?? Promise.resolve()).catch(() => undefined).then(saveOnce)
      return saving
    },
  }
}
