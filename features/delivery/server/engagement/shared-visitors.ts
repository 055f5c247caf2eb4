import type { Executor } from '#platform/database/open-database.ts'
import type { DeliveryVisit } from './delivery-engagement.ts'
import { type ClientClick, listClientClicks } from './queries.ts'

/**
 * When one visitor clicks in this many deliveries of an issue within a short time, the clicks come from one machine, or
 * from an office behind one address.
 */
const minDeliveries = 3
const togetherMs = 10 * 60_000

/** Visitors of each issue who followed links of several recipients, and those recipients' deliveries. */
type SharedVisitors = { clientsOf(issueId: string): ReadonlySet<string>; deliveries: ReadonlySet<string> }

/**
 * Finds visitors who follow links of several deliveries of an issue, from new and stored clicks.
 *
 * @param visits New visits of deliveries, with the issue of each.
 */
export async function findSharedVisitors(
  tx: Executor,
  visits: { issueId: string; deliveryId: string; visits: DeliveryVisit[] }[],
): Promise<SharedVisitors> {
  const fresh = visits.flatMap(({ issueId, deliveryId, visits: ofDelivery }) =>
    ofDelivery.flatMap(({ kind, client, at }): ClientClick[] =>
      kind === 'click' && client ? [{ issueId, deliveryId, client, at }] : [],
    ),
  )
  const times = fresh.map(({ at }) => at.getTime())
  const known = await listClientClicks(tx, fresh, {
    from: new Date(Math.min(...times, 8e15) - togetherMs),
    to: new Date(Math.max(...times, 0) + togetherMs),
  })
  const shared = new Map<string, Set<string>>()
  const deliveries = new Set<string>()
  for (const [key, clicks] of Map.groupBy([...fresh, ...known], ({ issueId, client }) => `${issueId} ${client}`)) {
    const together = largestTogether(clicks)
    if (together.size < minDeliveries) continue
    const [issueId = '', client = ''] = key.split(' ')
    shared.set(issueId, (shared.get(issueId) ?? new Set()).add(client))
    for (const delivery of together) deliveries.add(delivery)
  }
  return { clientsOf: (issueId) => shared.get(issueId) ?? new Set(), deliveries }
}

/** Returns the deliveries in the busiest period. */
function largestTogether(clicks: ClientClick[]): Set<string> {
  const sorted = clicks.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  let largest = new Set<string>()
  for (const [index, first] of sorted.entries()) {
    const deliveries = new Set<string>()
    for (const { at, deliveryId } of sorted.slice(index)) {
      if (at.getTime() - first.at.getTime() > togetherMs) break
      deliveries.add(deliveryId)
    }
    if (deliveries.size > largest.size) largest = deliveries
  }
  return largest
}
