import type { Executor } from '#platform/database/open-database.ts'
import type { SubscriberRecords } from '#features/subscribers/contract.ts'
import {
  deleteReturnedMails,
  dropWaitingCopies,
  listCopies,
  listCopiesOf,
  listReadings,
  listReadingsOf,
  listReturnedMailsOf,
  namelessCopies,
} from './queries.ts'

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

/** What this feature keeps about people: their copies, what was read of them, and what came back. */
export const copyTraces: Omit<SubscriberRecords<Executor>, 'onUnsubscribe'> = {
  async timeline(db, subscriberId, most) {
    const [copies, read] = await Promise.all([listCopies(db, subscriberId, most), listReadings(db, subscriberId, most)])
    return [
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
  },
  async issues(db, subscriberId) {
    const [copies, readings, returned] = await Promise.all([
      listCopiesOf(db, subscriberId),
      listReadingsOf(db, subscriberId),
      listReturnedMailsOf(db, subscriberId),
    ])
    return copies.map(({ id, title, state, sentAt }) => ({
      title,
      state,
      sent_at: sentAt?.toISOString() ?? null,
      events: [
        ...readings.filter(({ deliveryId }) => deliveryId === id),
        ...returned
          .filter(({ deliveryId }) => deliveryId === id)
          .map(({ at: when, subject }) => ({
            at: when,
            kind: `mail came back: ${subject}`,
            link: '',
            verdict: 'unsure',
          })),
      ].map(({ at: when, kind, link, verdict }) => ({ at: when.toISOString(), what: kind, link, judged: verdict })),
    }))
  },
  async erase(tx, subscriberId) {
    await dropWaitingCopies(tx, subscriberId)
    await deleteReturnedMails(tx, subscriberId)
    await namelessCopies(tx, subscriberId)
  },
}

function inWords(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
