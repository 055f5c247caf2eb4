import type { Analytics } from '#features/delivery/contract.ts'

const dayMs = 86_400_000

/** @returns `YYYY-MM-DD` in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** @returns every day from `since` to `until`, both in it. */
export function daysBetween(since: Date, until: Date): string[] {
  const first = Date.parse(dayOf(since))
  const count = Math.round((Date.parse(dayOf(until)) - first) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(new Date(first + index * dayMs)))
}

/** How many joined and left on one day. */
export type DayMoves = { day: string; joined: number; left: number }

/**
 * How the list grew, day by day without gaps, told backwards from how many there are now.
 *
 * @param moves Days on which anything happened.
 */
export function growthOf(days: string[], now: number, moves: DayMoves[]): Analytics['growth'] {
  const byDay = new Map(moves.map((move) => [move.day, move]))
  let subscribers = now
  return days
    .toReversed()
    .map((day) => {
      const { joined, left } = byDay.get(day) ?? { joined: 0, left: 0 }
      const line = { day, subscribers, joined, left }
      // Who was erased took their history along; the line never goes beneath the ground for it.
      subscribers = Math.max(0, subscribers - joined + left)
      return line
    })
    .toReversed()
}
