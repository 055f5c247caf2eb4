import type { Executor } from '#platform/database/open-database.ts'
import type { SubscriberRecords } from '#features/subscribers/contract.ts'
import {
  deleteReturnedMails,
  dropQueuedDeliveries,
  listRecentDeliveries,
  listDeliveriesOf,
  listRecentEvents,
  listEventsOf,
  listReturnedMailsOf,
  anonymizeDeliveries,
} from './queries.ts'

const stateLabels: Record<string, string> = {
  queued: 'Queued',
  claimed: 'Preparing',
  in_data: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  uncertain: 'Delivery uncertain',
  dropped: 'Not sent',
  excluded: 'Excluded',
}

const classificationLabels = { human: 'Human', unsure: 'Unclear', machine: 'Machine' }

const eventLabels: Record<string, string> = {
  open: 'Opened',
  click: 'Clicked',
  page: 'Visited a page from',
  bounce: 'Bounced',
  delay: 'Delayed',
  block: 'Blocked because of our sending setup:',
  complaint: 'Marked as spam',
  unsubscribe: 'Unsubscribed through',
}

/** Stored data of this feature about people: their deliveries, engagement and feedback. */
export const deliveryTraces: Omit<SubscriberRecords<Executor>, 'onUnsubscribe'> = {
  async timeline(db, subscriberId, limit) {
    const [deliveries, read] = await Promise.all([
      listRecentDeliveries(db, subscriberId, limit),
      listRecentEvents(db, subscriberId, limit),
    ])
    return [
      ...deliveries.map(({ title, state, response, sentAt, dueAt }) => ({
        at: (sentAt ?? dueAt).toISOString(),
        what: `“${title}”`,
        detail: [stateLabels[state] ?? state, response].filter(Boolean).join(': '),
      })),
      ...read.map(({ kind, title, classification, reason, url, at }) => ({
        at: at.toISOString(),
        what: `${eventLabels[kind] ?? describeKind(kind)} “${title}”`,
        detail: [kind === 'open' || kind === 'click' ? classificationLabels[classification] : '', url ?? '', reason]
          .filter(Boolean)
          .join(' · '),
      })),
    ]
  },
  async issues(db, subscriberId) {
    const [deliveries, events, returned] = await Promise.all([
      listDeliveriesOf(db, subscriberId),
      listEventsOf(db, subscriberId),
      listReturnedMailsOf(db, subscriberId),
    ])
    return deliveries.map(({ id, title, state, sentAt }) => ({
      title,
      state,
      sent_at: sentAt?.toISOString() ?? null,
      events: [
        ...events.filter(({ deliveryId }) => deliveryId === id),
        ...returned
          .filter(({ deliveryId }) => deliveryId === id)
          .map(({ at: when, subject }) => ({
            at: when,
            kind: `returned mail: ${subject}`,
            link: '',
            classification: 'unsure',
          })),
      ].map(({ at: when, kind, link, classification }) => ({
        at: when.toISOString(),
        what: kind,
        link,
        judged: classification,
      })),
    }))
  },
  async erase(tx, subscriberId) {
    await dropQueuedDeliveries(tx, subscriberId)
    await deleteReturnedMails(tx, subscriberId)
    await anonymizeDeliveries(tx, subscriberId)
  },
}

function describeKind(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
