import type { Executor } from '#platform/database/open-database.ts'
import type { TimelineEvent } from '#features/subscribers/contract.ts'
import type { Records } from '../person-data.ts'
import { describeEvent } from './event-labels.ts'
import { listEvents } from './queries.ts'

/** Maximum number of events of each kind; a weekly newsletter produces fifty per year. */
const maxEvents = 200

/** Lists the events of a subscriber and their deliveries, newest first. */
export async function timelineOf(db: Executor, subscriberId: string, records: Records): Promise<TimelineEvent[]> {
  const [events, others] = await Promise.all([
    listEvents(db, subscriberId, maxEvents),
    Promise.all(records().map(({ timeline }) => timeline(db, subscriberId, maxEvents))),
  ])
  const described = others.flat()
  const unsubscribedAt = new Set(described.filter(({ isUnsubscription }) => isUnsubscription).map(({ at }) => at))
  const all: TimelineEvent[] = [
    ...events
      .map(({ kind, detail, at }) => ({ kind, detail, at: at.toISOString() }))
      .filter(({ kind, at }) => kind !== 'unsubscribed' || !unsubscribedAt.has(at))
      .map(({ at, ...event }) => ({ at, ...describeEvent(event) })),
    ...described.map(({ at, what, detail }) => ({ at, what, detail })),
  ]
  return all.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, maxEvents)
}
