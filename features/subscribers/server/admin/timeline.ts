import type { Executor } from '#platform/database/open-database.ts'
import type { TimelineEvent } from '#features/subscribers/contract.ts'
import type { Records } from '../person-data.ts'
import { listEvents } from './queries.ts'

/** Maximum number of events of each kind; a weekly newsletter produces fifty per year. */
const maxEvents = 200

const eventLabels: Record<string, string> = {
  'signed-up': 'Signed up',
  'asked-again': 'Signed up again with this address',
  'confirmed': 'Confirmed the address',
  'came-back': 'Resubscribed',
  'unsubscribed': 'Unsubscribed',
  'frequency': 'Changed frequency',
  'counting': 'Changed tracking',
  'imported': 'Imported',
  'imported-as': 'Imported as',
  'suppressed': 'Suppressed',
  'released': 'Suppression removed',
  'released-to-list': 'Suppression removed',
}

/** Lists the events of a subscriber and their deliveries, newest first. */
export async function timelineOf(db: Executor, subscriberId: string, records: Records): Promise<TimelineEvent[]> {
  const [events, others] = await Promise.all([
    listEvents(db, subscriberId, maxEvents),
    Promise.all(records().map(({ timeline }) => timeline(db, subscriberId, maxEvents))),
  ])
  const all: TimelineEvent[] = [
    ...events.map(({ kind, detail, at }) => ({
      at: at.toISOString(),
      what: eventLabels[kind] ?? labelOf(kind),
      detail: describeDetail(detail),
    })),
    ...others.flat(),
  ]
  return all.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, maxEvents)
}

const detailLabels: Record<string, string> = {
  'page': 'On the site',
  'one-click': 'With the unsubscribe button of an email app',
}

/** Returns a readable form of an event's stored detail. */
function describeDetail(detail: string): string {
  const signUp = /^form (\S+), consent (\S+)$/.exec(detail)
  return signUp ? `Form: ${signUp[1]}. Version of the consent text: ${signUp[2]}.` : (detailLabels[detail] ?? detail)
}

function labelOf(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
