import { and, asc, desc, eq, inArray, like, or, sql } from 'drizzle-orm'
import { mailOutbox } from '#platform/mailer/tables.ts'
import type { Executor } from '../newsletter-parts.ts'
import { issueLinks, issues } from '../issues/tables.ts'
import { returnedMails } from '../returned-mails/tables.ts'
import { deliveries } from '../sending/tables.ts'
import { subscriberEvents, subscribers, suppressions } from '../tables.ts'
import { readings } from '../tracking/tables.ts'

const ownReasons = ['erased', 'bounce'] as const

/** Whether a suppression is one its person can take back by confirming their address. */
export function isOwnReason(reason: string): boolean {
  return ownReasons.some((own) => own === reason)
}

/** A person's own wishes; nothing else of the row. */
export async function updateWishes(
  db: Executor,
  id: string,
  wishes: Partial<Pick<typeof subscribers.$inferSelect, 'status' | 'frequency' | 'countsReading'>>,
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

export async function listCopiesOf(db: Executor, subscriberId: string) {
  return db
    .select({ id: deliveries.id, title: issues.title, state: deliveries.state, sentAt: deliveries.sentAt })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(deliveries.dueAt))
}

export async function listReadingsOf(db: Executor, subscriberId: string) {
  return db
    .select({
      deliveryId: readings.deliveryId,
      kind: readings.kind,
      verdict: readings.verdict,
      at: readings.at,
      link: sql<string>`coalesce(${issueLinks.url}, '')`,
    })
    .from(readings)
    .innerJoin(deliveries, eq(deliveries.id, readings.deliveryId))
    .leftJoin(issueLinks, and(eq(issueLinks.issueId, deliveries.issueId), eq(issueLinks.number, readings.linkNumber)))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(asc(readings.at))
}

type Person = Pick<typeof subscribers.$inferSelect, 'id' | 'email'>

/** Mails about the subscription itself, which carry the person's id in their reason, and letters that were sent to them on trial. */
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

/** What a person takes back by saying, from a mail, that they want to hear from us: what they asked for, and that mail came back. */
export async function deleteOwnSuppression(db: Executor, emailFingerprint: string): Promise<void> {
  await db
    .delete(suppressions)
    .where(and(eq(suppressions.emailFingerprint, emailFingerprint), inArray(suppressions.reason, [...ownReasons])))
}

/** Deletes mails that came back to a person's copies: they say where they live, and more. */
export async function deleteReturnedMails(db: Executor, subscriberId: string): Promise<void> {
  const own = db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.subscriberId, subscriberId))
  await db.delete(returnedMails).where(inArray(returnedMails.deliveryId, own))
}

/** Lists mails that came back to a person's copies, as they take them along. */
export async function listReturnedMailsOf(db: Executor, subscriberId: string) {
  return db
    .select({ deliveryId: returnedMails.deliveryId, subject: returnedMails.subject, at: returnedMails.at })
    .from(returnedMails)
    .innerJoin(deliveries, eq(deliveries.id, returnedMails.deliveryId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(asc(returnedMails.at))
}

/** Copies that have not left yet never will. */
export async function dropWaitingCopies(db: Executor, subscriberId: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: 'dropped' })
    .where(and(eq(deliveries.subscriberId, subscriberId), inArray(deliveries.state, ['queued', 'claimed'])))
}

/** Takes the address out of what is kept as numbers; relays repeat it in what they say. */
export async function namelessCopies(db: Executor, subscriberId: string): Promise<void> {
  const own = db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.subscriberId, subscriberId))
  await db.update(readings).set({ reason: '', client: '' }).where(inArray(readings.deliveryId, own))
  await db.update(deliveries).set({ email: '', response: '' }).where(eq(deliveries.subscriberId, subscriberId))
}

export async function deleteSubscriber(db: Executor, id: string): Promise<void> {
  await db.delete(subscribers).where(eq(subscribers.id, id))
}
