import type { SubscriberDetail } from '#features/newsletter/desk.ts'
import type { Executor } from '../newsletter-parts.ts'
import { listCopies, listEvents, listReadings } from './queries.ts'

type Moment = SubscriberDetail['timeline'][number]

/** So much of each kind is shown; a letter a week makes fifty a year. */
const most = 200

const eventWords: Record<string, string> = {
  'signed-up': 'Signed up',
  'asked-again': 'Somebody typed the address again',
  'confirmed': 'Confirmed the address',
  'came-back': 'Came back',
  'unsubscribed': 'Unsubscribed',
  'frequency': 'Changed how often',
  'counting': 'Changed the counting',
  'imported': 'Imported',
  'imported-as': 'Imported as',
  'suppressed': 'Suppressed',
  'released': 'Released',
  'released-to-list': 'Released',
}

const stateWords: Record<string, string> = {
  queued: 'Waits to be sent',
  claimed: 'Is being sent',
  in_data: 'Is being sent',
  sent: 'Was sent',
  failed: 'Was refused',
  uncertain: 'Nobody knows whether it arrived',
  dropped: 'Was not sent',
  excluded: 'Was left out',
}

const readingWords: Record<string, string> = {
  open: 'Opened',
  click: 'Clicked',
  page: 'Loaded a page from',
  bounce: 'Bounced',
  delay: 'Was delayed',
  block: 'Refused because of how we send:',
  complaint: 'Complained',
  unsubscribe: 'Unsubscribed by',
}

/** Everything that happened to a person and their copies, newest first. */
export async function timelineOf(db: Executor, subscriberId: string): Promise<Moment[]> {
  const [events, copies, read] = await Promise.all([
    listEvents(db, subscriberId, most),
    listCopies(db, subscriberId, most),
    listReadings(db, subscriberId, most),
  ])
  const moments: Moment[] = [
    ...events.map(({ kind, detail, at }) => ({ at: at.toISOString(), what: eventWords[kind] ?? inWords(kind), detail })),
    ...copies.map(({ title, state, response, sentAt, dueAt }) => ({
      at: (sentAt ?? dueAt).toISOString(),
      what: `“${title}”`,
      detail: [stateWords[state] ?? state, response].filter(Boolean).join(': '),
    })),
    ...read.map(({ kind, title, verdict, reason, url, at }) => ({
      at: at.toISOString(),
      what: `${readingWords[kind] ?? inWords(kind)} “${title}”`,
      detail: [kind === 'open' || kind === 'click' ? verdict : '', url ?? '', reason].filter(Boolean).join(' · '),
    })),
  ]
  return moments.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, most)
}

function inWords(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
