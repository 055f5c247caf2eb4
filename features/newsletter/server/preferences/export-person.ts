import type { PersonExport } from '#features/newsletter/preferences.ts'
import type { Executor } from '../newsletter-parts.ts'
import type { Subscriber } from '../queries.ts'
import { listCopiesOf, listEventsOf, listMailsAbout, listReadingsOf, listReturnedMailsOf } from './queries.ts'

/** Everything the letter knows of one person, in words a person can read and a program too. */
export async function exportPerson(db: Executor, subscriber: Subscriber, at: Date): Promise<PersonExport> {
  const [events, copies, readings, mails, returned] = await Promise.all([
    listEventsOf(db, subscriber.id),
    listCopiesOf(db, subscriber.id),
    listReadingsOf(db, subscriber.id),
    listMailsAbout(db, subscriber),
    listReturnedMailsOf(db, subscriber.id),
  ])
  return {
    exported_at: at.toISOString(),
    about: 'Everything the Friday letter of Swade knows of this address. Books you bought are kept apart, with their orders.',
    subscriber: {
      email: subscriber.email,
      first_name: subscriber.firstName,
      last_name: subscriber.lastName,
      status: subscriber.status,
      frequency: subscriber.frequency,
      counts_reading: subscriber.countsReading,
      signed_up_at: subscriber.createdAt.toISOString(),
    },
    history: events.map(({ at: when, kind, detail, clientFingerprint }) => ({
      at: when.toISOString(),
      what: kind,
      detail,
      client_fingerprint: clientFingerprint,
    })),
    letters: copies.map(({ id, title, state, sentAt }) => ({
      title,
      state,
      sent_at: sentAt?.toISOString() ?? null,
      events: [
        ...readings.filter(({ deliveryId }) => deliveryId === id),
        ...returned
          .filter(({ deliveryId }) => deliveryId === id)
          .map(({ at: when, subject }) => ({ at: when, kind: `mail came back: ${subject}`, link: '', verdict: 'unsure' })),
      ].map(({ at: when, kind, link, verdict }) => ({ at: when.toISOString(), what: kind, link, judged: verdict })),
    })),
    mails: mails.map(({ subject, state, at: when }) => ({ subject, state, written_at: when.toISOString() })),
  }
}
