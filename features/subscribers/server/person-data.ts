import type { Executor } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import type { SubscriberRecords } from '#features/subscribers/contract.ts'
import type { PersonExport } from '#features/subscribers/preferences.ts'
import {
  deleteMailsAbout,
  deleteSubscriber,
  insertSuppression,
  listEventsOf,
  listMailsAbout,
  type Subscriber,
} from './queries.ts'

/** What other features keep about people; asked at each use. */
export type Records = () => readonly SubscriberRecords<Executor>[]

/**
 * Forgets a person for good, in the transaction given: the row, its history, the mails about the subscription, and the
 * address on every copy. What stays is numbers, and a fingerprint of the address, so that no import brings the person
 * back.
 *
 * @param by Who asked for it: `person`, or the address of a desk account.
 */
export async function eraseSubscriber(
  tx: Executor,
  { id, email }: Pick<Subscriber, 'id' | 'email'>,
  by: string,
  at: Date,
  records: Records,
): Promise<void> {
  await insertSuppression(tx, { emailFingerprint: hashValue(email), reason: 'erased', detail: `asked by ${by}`, at })
  for (const { erase } of records()) await erase(tx, id)
  await deleteMailsAbout(tx, { id, email })
  await deleteSubscriber(tx, id)
}

/** Everything the letter knows of one person, in words a person can read and a program too. */
export async function exportSubscriber(
  db: Executor,
  subscriber: Subscriber,
  at: Date,
  records: Records,
): Promise<PersonExport> {
  const [events, letters, mails] = await Promise.all([
    listEventsOf(db, subscriber.id),
    Promise.all(records().map((source) => source.issues(db, subscriber.id))),
    listMailsAbout(db, subscriber),
  ])
  return {
    exported_at: at.toISOString(),
    about:
      'All data that the Swade newsletter stores about this address. Books you bought are stored separately, with their orders.',
    subscriber: {
      email: subscriber.email,
      first_name: subscriber.firstName,
      last_name: subscriber.lastName,
      status: subscriber.status,
      frequency: subscriber.frequency,
      counts_reading: subscriber.allowsTracking,
      signed_up_at: subscriber.createdAt.toISOString(),
    },
    history: events.map(({ at: when, kind, detail, clientFingerprint }) => ({
      at: when.toISOString(),
      what: kind,
      detail,
      client_fingerprint: clientFingerprint,
    })),
    letters: letters.flat(),
    mails: mails.map(({ subject, state, at: when }) => ({ subject, state, written_at: when.toISOString() })),
  }
}
