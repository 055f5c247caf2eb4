import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { mailOutbox } from '#platform/mailer/tables.ts'
import { subscriberEvents, subscribers, suppressions } from './tables.ts'

export type Subscriber = typeof subscribers.$inferSelect
type NewSubscriber = Pick<Subscriber, 'email' | 'firstName' | 'lastName' | 'status' | 'token' | 'greetedAt'>

/** @returns the new row, or undefined when the address is known already. */
export async function insertSubscriber(db: Executor, subscriber: NewSubscriber): Promise<Subscriber | undefined> {
  const [row] = await db
    .insert(subscribers)
    .values(subscriber)
    .onConflictDoNothing({ target: subscribers.email })
    .returning()
  return row
}

/** Reads a subscriber and holds the row until the transaction ends. */
export async function lockSubscriberByEmail(db: Executor, email: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email)).for('update')
  return row
}

export async function lockSubscriberByToken(db: Executor, token: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.token, token)).for('update')
  return row
}

export async function findSubscriberByToken(db: Executor, token: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.token, token))
  return row
}

export async function updateSubscriber(
  db: Executor,
  id: string,
  change: Partial<Pick<Subscriber, 'status' | 'greetedAt' | 'softBounces'>>,
): Promise<void> {
  await db.update(subscribers).set(change).where(eq(subscribers.id, id))
}

export async function insertSubscriberEvent(
  db: Executor,
  event: Pick<typeof subscriberEvents.$inferInsert, 'subscriberId' | 'kind' | 'detail' | 'clientFingerprint' | 'at'>,
): Promise<void> {
  await db.insert(subscriberEvents).values(event)
}

export async function insertSubscriberEvents(
  db: Executor,
  rows: (typeof subscriberEvents.$inferInsert)[],
): Promise<void> {
  await db.insert(subscriberEvents).values(rows)
}

const ownReasons = ['erased', 'bounce'] as const

/** Whether a suppression is one its person can take back by confirming their address. */
export function isSelfReleasable(reason: string): boolean {
  return ownReasons.some((own) => own === reason)
}

/** A person's own wishes; nothing else of the row. */
export async function updatePreferences(
  db: Executor,
  id: string,
  wishes: Partial<Pick<typeof subscribers.$inferSelect, 'status' | 'frequency' | 'allowsTracking'>>,
): Promise<void> {
  await db.update(subscribers).set(wishes).where(eq(subscribers.id, id))
}

export async function listEventsOf(db: Executor, subscriberId: string) {
  return db
    .select({
      kind: subscriberEvents.kind,
      detail: subscriberEvents.detail,
      clientFingerprint: subscriberEvents.clientFingerprint,
      at: subscriberEvents.at,
    })
    .from(subscriberEvents)
    .where(eq(subscriberEvents.subscriberId, subscriberId))
    .orderBy(asc(subscriberEvents.at))
}

type Person = Pick<typeof subscribers.$inferSelect, 'id' | 'email'>

/**
 * Mails about the subscription itself, which carry the person's id in their reason, and letters that were sent to them
 * on trial.
 */
const mailsAbout = ({ id, email }: Person) =>
  or(
    like(mailOutbox.dedupeKey, `welcome:${id}:%`),
    like(mailOutbox.dedupeKey, `confirmation:${id}:%`),
    and(like(mailOutbox.dedupeKey, 'issue-trial:%'), sql`${mailOutbox.mail}->>'to' = ${email}`),
  )

export async function listMailsAbout(db: Executor, person: Person) {
  return db
    .select({ subject: sql<string>`${mailOutbox.mail}->>'subject'`, state: mailOutbox.state, at: mailOutbox.createdAt })
    .from(mailOutbox)
    .where(mailsAbout(person))
    .orderBy(asc(mailOutbox.createdAt))
}

export async function deleteMailsAbout(db: Executor, person: Person): Promise<void> {
  await db.delete(mailOutbox).where(mailsAbout(person))
}

/** A reason that stands already stays, without its words: who complained is not forgotten as one who only left. */
export async function insertSuppression(db: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  await db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({ target: suppressions.emailFingerprint, set: { detail: '' } })
}

export async function findSuppression(db: Executor, emailFingerprint: string) {
  const [row] = await db.select().from(suppressions).where(eq(suppressions.emailFingerprint, emailFingerprint))
  return row
}

/**
 * What a person takes back by saying, from a mail, that they want to hear from us: what they asked for, and that mail
 * came back.
 */
export async function deleteSelfReleasableSuppression(db: Executor, emailFingerprint: string): Promise<void> {
  await db
    .delete(suppressions)
    .where(and(eq(suppressions.emailFingerprint, emailFingerprint), inArray(suppressions.reason, [...ownReasons])))
}

export async function deleteSubscriber(db: Executor, id: string): Promise<void> {
  await db.delete(subscribers).where(eq(subscribers.id, id))
}
