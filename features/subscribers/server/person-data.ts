import type { Executor } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { defaultLocale, type Locale } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
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

/** Returns the records of other features. */
export type Records = () => readonly SubscriberRecords<Executor>[]

/**
 * Erases a subscriber permanently: the row, its history, the emails about the subscription, and the address in all
 * deliveries. Anonymous statistics and a hash of the address remain, so that no import adds the person again.
 *
 * @param by `person`, or the address of an admin account.
 */
export async function eraseSubscriber(
  tx: Executor,
  { id, email }: Pick<Subscriber, 'id' | 'email'>,
  by: string,
  at: Date,
  records: Records,
): Promise<void> {
  await insertSuppression(tx, { emailHash: hashValue(email), reason: 'erased', detail: `asked by ${by}`, at })
  for (const { erase } of records()) await erase(tx, id)
  await deleteMailsAbout(tx, { id, email })
  await deleteSubscriber(tx, id)
}

/**
 * Exports all data of a subscriber in a form that people and programs can read.
 *
 * @param locale Language of the description at the top; the names of the fields are always English.
 */
export async function exportSubscriber(
  { db, texts, records }: { db: Executor; texts: ServerTexts; records: Records },
  subscriber: Subscriber,
  at: Date,
  locale: Locale = defaultLocale,
): Promise<PersonExport> {
  const [events, issues, mails] = await Promise.all([
    listEventsOf(db, subscriber.id),
    Promise.all(records().map((source) => source.issues(db, subscriber.id))),
    listMailsAbout(db, subscriber),
  ])
  return {
    exported_at: at.toISOString(),
    about: texts.translator(locale)('subscribers.answers.export'),
    subscriber: {
      email: subscriber.email,
      first_name: subscriber.firstName,
      last_name: subscriber.lastName,
      status: subscriber.status,
      frequency: subscriber.frequency,
      counts_reading: subscriber.allowsTracking,
      language: subscriber.locale,
      signed_up_at: subscriber.createdAt.toISOString(),
    },
    history: events.map(({ at: when, kind, detail, clientHash }) => ({
      at: when.toISOString(),
      what: kind,
      detail,
      client_fingerprint: clientHash,
    })),
    issues: issues.flat(),
    mails: mails.map(({ subject, state, at: when }) => ({ subject, state, written_at: when.toISOString() })),
  }
}
