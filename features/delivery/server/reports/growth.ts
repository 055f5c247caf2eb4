import type { Analytics } from '#features/delivery/contract.ts'

const dayMs = 86_400_000

/** @returns `YYYY-MM-DD` in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** @returns every day from `since` to `until`, inclusive. */
export function daysBetween(since: Date, until: Date): string[] {
  const first = Date.parse(dayOf(since))
  const count = Math.round((Date.parse(dayOf(until)) - first) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(new Date(first + index * dayMs)))
}

/** Sign-ups and departures of one day. */
export type DayChanges = { day: string; joined: number; left: number }

/**
 * Returns the growth of the list per day without gaps, computed backwards from the current number.
 *
 * @param changes Days with any change.
 */
export function growthOf(days: string[], now: number, changes: DayChanges[]): Analytics['growth'] {
  const byDay = new Map(changes.map((change) => [change.day, change]))
  let subscribers = now
  return days
    .toReversed()
    .map((day) => {
      const { joined, left } = byDay.get(day) ?? { joined: 0, left: 0 }
      const line = { day, subscribers, joined, left }
      // Erasing people deletes their history, which must not make the number negative.
      subscribers = Math.max(0, subscribers - joined + left)
      return line
    })
    .toReversed()
}
