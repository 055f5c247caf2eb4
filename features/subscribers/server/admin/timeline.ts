import type { Executor } from '#platform/database/open-database.ts'
import type { TimelineEvent } from '#features/subscribers/contract.ts'
import type { Records } from '../person-data.ts'
import { listEvents } from './queries.ts'

/** So much of each kind is shown; a letter a week makes fifty a year. */
const most = 200

const eventWords: Record<string, string> = {
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

/** Everything that happened to a person and their copies, newest first. */
export async function timelineOf(db: Executor, subscriberId: string, records: Records): Promise<TimelineEvent[]> {
  const [events, kept] = await Promise.all([
    listEvents(db, subscriberId, most),
    Promise.all(records().map(({ timeline }) => timeline(db, subscriberId, most))),
  ])
  const moments: TimelineEvent[] = [
    ...events.map(({ kind, detail, at }) => ({
      at: at.toISOString(),
      what: eventWords[kind] ?? inWords(kind),
      detail,
    })),
    ...kept.flat(),
  ]
  return moments.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, most)
}

function inWords(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
