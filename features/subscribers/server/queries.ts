import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import type { LinkTarget } from '#platform/link-tokens.ts'
import { mailOutbox } from '#platform/mailer/tables.ts'
import { subscriberEvents, subscribers, suppressions } from './tables.ts'

/** Row of `subscribers`. */
export type Subscriber = typeof subscribers.$inferSelect
type NewSubscriber = Pick<
  Subscriber,
  'email' | 'firstName' | 'lastName' | 'status' | 'locale' | 'allowsTracking' | 'greetedAt'
>

/** Inserts a subscriber. @returns The new row; undefined if the address is known. */
export async function insertSubscriber(db: Executor, subscriber: NewSubscriber): Promise<Subscriber | undefined> {
  const [row] = await db
    .insert(subscribers)
    .values(subscriber)
    .onConflictDoNothing({ target: subscribers.email })
    .returning()
  return row
}

/** Finds a subscriber and locks the row until the transaction ends. */
export async function lockSubscriberByEmail(db: Executor, email: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email)).for('update')
  return row
}

const isOpenedBy = (target: LinkTarget) =>
  'id' in target ? eq(subscribers.id, target.id) : eq(subscribers.earlierTokenHash, target.earlierHash)

/** Finds the subscriber whose link was opened and locks the row until the transaction ends. */
export async function lockSubscriberOfLink(db: Executor, target: LinkTarget): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(isOpenedBy(target)).for('update')
  return row
}

export async function findSubscriberOfLink(db: Executor, target: LinkTarget): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(isOpenedBy(target))
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
  event: Pick<typeof subscriberEvents.$inferInsert, 'subscriberId' | 'kind' | 'detail' | 'clientHash' | 'at'>,
): Promise<void> {
  await db.insert(subscriberEvents).values(event)
}

export async function insertSubscriberEvents(
  db: Executor,
  rows: (typeof subscriberEvents.$inferInsert)[],
): Promise<void> {
  await db.insert(subscriberEvents).values(rows)
}

const selfReleasableReasons = ['erased', 'bounce'] as const

/** Returns whether a person can remove a suppression with this reason by confirming their address. */
export function isSelfReleasable(reason: string): boolean {
  return selfReleasableReasons.some((one) => one === reason)
}

/** Updates only the preferences of a subscriber. */
export async function updatePreferences(
  db: Executor,
  id: string,
  preferences: Partial<Pick<typeof subscribers.$inferSelect, 'status' | 'frequency' | 'allowsTracking'>>,
): Promise<void> {
  await db.update(subscribers).set(preferences).where(eq(subscribers.id, id))
}

export async function listEventsOf(db: Executor, subscriberId: string) {
  return db
    .select({
      kind: subscriberEvents.kind,
      detail: subscriberEvents.detail,
      clientHash: subscriberEvents.clientHash,
      at: subscriberEvents.at,
    })
    .from(subscriberEvents)
    .where(eq(subscriberEvents.subscriberId, subscriberId))
    .orderBy(asc(subscriberEvents.at))
}

type Person = Pick<typeof subscribers.$inferSelect, 'id' | 'email'>

/**
 * Matches emails about the subscription, whose dedupe key contains the subscriber's id, and test issues sent to the
 * person.
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

/**
 * Inserts a suppression. An existing reason stays but loses its detail, because a complaint must not be overwritten.
 */
export async function insertSuppression(db: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  await db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({ target: suppressions.emailHash, set: { detail: '' } })
}

export async function findSuppression(db: Executor, emailHash: string) {
  const [row] = await db.select().from(suppressions).where(eq(suppressions.emailHash, emailHash))
  return row
}

/** Deletes a suppression that a confirmation by email removes: an erasure or a bounce. */
export async function deleteSelfReleasableSuppression(db: Executor, emailHash: string): Promise<void> {
  await db
    .delete(suppressions)
    .where(and(eq(suppressions.emailHash, emailHash), inArray(suppressions.reason, [...selfReleasableReasons])))
}

export async function deleteSubscriber(db: Executor, id: string): Promise<void> {
  await db.delete(subscribers).where(eq(subscribers.id, id))
}
