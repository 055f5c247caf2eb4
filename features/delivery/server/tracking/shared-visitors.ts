import type { Executor } from '#platform/database/open-database.ts'
import type { CopyVisit } from './copy-marks.ts'
import { type ClientClick, listClientClicks } from './queries.ts'

/**
 * Clicks of one visitor on so many copies of an issue, this close together, are one machine at work, or an office
 * behind one address.
 */
const fewestCopies = 3
const togetherMs = 10 * 60_000

/** Visitors of each issue who followed links of several recipients, and those recipients' copies. */
export type SharedVisitors = { clientsOf(issueId: string): ReadonlySet<string>; copies: ReadonlySet<string> }

/**
 * Finds visitors who follow links of several copies of an issue, from what comes in now and what is known.
 *
 * @param visits Of copies, with the issue each is of.
 */
export async function findSharedVisitors(
  tx: Executor,
  visits: { issueId: string; deliveryId: string; visits: CopyVisit[] }[],
): Promise<SharedVisitors> {
  const fresh = visits.flatMap(({ issueId, deliveryId, visits: ofCopy }) =>
    ofCopy.flatMap(({ kind, client, at }): ClientClick[] =>
      kind === 'click' && client ? [{ issueId, deliveryId, client, at }] : [],
    ),
  )
  const times = fresh.map(({ at }) => at.getTime())
  const known = await listClientClicks(tx, fresh, {
    from: new Date(Math.min(...times, 8e15) - togetherMs),
    to: new Date(Math.max(...times, 0) + togetherMs),
  })
  const shared = new Map<string, Set<string>>()
  const copies = new Set<string>()
  for (const [key, clicks] of Map.groupBy([...fresh, ...known], ({ issueId, client }) => `${issueId} ${client}`)) {
    const together = largestTogether(clicks)
    if (together.size < fewestCopies) continue
    const [issueId = '', client = ''] = key.split(' ')
    shared.set(issueId, (shared.get(issueId) ?? new Set()).add(client))
    for (const copy of together) copies.add(copy)
  }
  return { clientsOf: (issueId) => shared.get(issueId) ?? new Set(), copies }
}

/** The copies of the fullest stretch of time. */
function largestTogether(clicks: ClientClick[]): Set<string> {
  const sorted = clicks.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  let largest = new Set<string>()
  for (const [index, first] of sorted.entries()) {
    const copies = new Set<string>()
    for (const { at, deliveryId } of sorted.slice(index)) {
      if (at.getTime() - first.at.getTime() > togetherMs) break
      copies.add(deliveryId)
    }
    if (copies.size > largest.size) largest = copies
  }
  return largest
}
