import type { Executor } from '#platform/database/open-database.ts'
import type { SubscriberTraces } from '#features/subscribers/contract.ts'
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
  queued: 'Queued',
  claimed: 'Sending',
  in_data: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  uncertain: 'Delivery uncertain',
  dropped: 'Not sent',
  excluded: 'Excluded',
}

const readingWords: Record<string, string> = {
  open: 'Opened',
  click: 'Clicked',
  page: 'Visited a page from',
  bounce: 'Bounced',
  delay: 'Delayed',
  block: 'Blocked because of our sending setup:',
  complaint: 'Marked as spam',
  unsubscribe: 'Unsubscribed through',
}

/** What this feature keeps about people: their copies, what was read of them, and what came back. */
export const copyTraces: Omit<SubscriberTraces<Executor>, 'left'> = {
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
  async letters(db, subscriberId) {
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
            kind: `returned mail: ${subject}`,
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
