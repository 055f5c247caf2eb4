import type { Executor } from '#platform/database/open-database.ts'
import type { SubscriberRecords } from '#features/subscribers/contract.ts'
import { describeDelivery, describeEvent } from './timeline-labels.ts'
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

/** Records of this feature about people: their deliveries, engagement and feedback. */
export const deliveryTraces: Omit<SubscriberRecords<Executor>, 'onUnsubscribe'> = {
  async timeline(db, subscriberId, limit) {
    const [deliveries, read] = await Promise.all([
      listRecentDeliveries(db, subscriberId, limit),
      listRecentEvents(db, subscriberId, limit),
    ])
    // A refusal is stored both with the delivery and as its event; the event says more about it.
    const isRefusalOf = (delivery: (typeof deliveries)[number], event: (typeof read)[number]) =>
      event.deliveryId === delivery.id &&
      (event.kind === 'bounce' || event.kind === 'block') &&
      event.reason === delivery.response
    const shown = deliveries.filter(
      (delivery) => delivery.state !== 'failed' || !read.some((event) => isRefusalOf(delivery, event)),
    )
    return [
      ...shown.map(({ id, title, state, response, sentAt, dueAt }) => ({
        at: (sentAt ?? dueAt).toISOString(),
        ...describeDelivery({ id, title, state, response }),
      })),
      ...read.map(({ at, ...event }) => ({
        at: at.toISOString(),
        ...describeEvent(event),
        ...(event.kind === 'unsubscribe' ? { isUnsubscription: true as const } : {}),
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
