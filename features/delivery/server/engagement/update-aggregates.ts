import type { Executor } from '#platform/database/open-database.ts'
import { addHour, type LockedDelivery, lockAggregate, incrementAggregate } from './queries.ts'
import { addChange, type CountedDelivery, type Aggregate } from './aggregate.ts'

/** A locked delivery and its new values. */
export type DeliveryChange = { before: LockedDelivery; after: CountedDelivery }

const hourMs = 3_600_000

/** Applies changes of deliveries to the aggregates and hours, as the last step of the same transaction. */
export async function updateAggregates(tx: Executor, deliveries: DeliveryChange[]): Promise<void> {
  const aggregates = new Map<string, Aggregate>()
  const hours = new Map<string, { issueId: string; hour: Date; opens: number; clicks: number }>()
  for (const { before, after } of deliveries) {
    addChange(aggregates, before.issueId, before, after)
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
  // A fixed order prevents deadlocks.
  for (const issueId of [...aggregates.keys()].toSorted()) await lockAggregate(tx, issueId)
  for (const [issueId, by] of aggregates)
    if (Object.values(by).some((count) => count !== 0)) await incrementAggregate(tx, issueId, by)
  for (const [, row] of [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (row.opens || row.clicks) await addHour(tx, row)
}
