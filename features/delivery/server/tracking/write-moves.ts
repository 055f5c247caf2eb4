import type { Executor } from '#platform/database/open-database.ts'
import { addHour, type HeldCopy, holdTally, moveTally } from './queries.ts'
import { addMove, type CountedCopy, type Tally } from './tally.ts'

/** A held copy, and what stands at it now. */
export type CopyMove = { before: HeldCopy; after: CountedCopy }

const hourMs = 3_600_000

/** Lets tallies and hours follow what was written at copies, inside the same transaction and last in it. */
export async function writeMoves(tx: Executor, copies: CopyMove[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  const hours = new Map<string, { issueId: string; hour: Date; opens: number; clicks: number }>()
  for (const { before, after } of copies) {
    addMove(tallies, before.issueId, before, after)
    for (const [name, at, by] of [
      ['opens', before.openedAt, -1],
      ['opens', after.openedAt, 1],
      ['clicks', before.clickedAt, -1],
      ['clicks', after.clickedAt, 1],
    ] as const) {
      if (!at) continue
      const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
      const key = `${before.issueId} ${hour.toISOString()}`
      const row = hours.get(key) ?? { issueId: before.issueId, hour, opens: 0, clicks: 0 }
      row[name] += by
      hours.set(key, row)
    }
  }
  // In one order for everybody, so that two never wait for each other.
  for (const issueId of [...tallies.keys()].toSorted()) await holdTally(tx, issueId)
  for (const [issueId, by] of tallies)
    if (Object.values(by).some((count) => count !== 0)) await moveTally(tx, issueId, by)
  for (const [, row] of [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (row.opens || row.clicks) await addHour(tx, row)
}
