import { and, asc, count, desc, eq, gt, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { searchSpelling } from '#shared/email-address.ts'
import type { AdminRole } from '#features/newsletter/desk.ts'
import { issueLinks, issues } from '../issues/tables.ts'
import type { Executor } from '../newsletter-parts.ts'
import { deliveries } from '../sending/tables.ts'
import { adminAccounts, subscriberEvents, subscribers, suppressions } from '../tables.ts'
import { readings } from '../tracking/tables.ts'
import type { SubscriberFilter } from './subscriber-filter.ts'

export type SubscriberRow = Omit<
  typeof subscribers.$inferSelect,
  'token' | 'statusBefore' | 'searchText' | 'emailFingerprint' | 'isWritable'
>
type NewSubscriber = Pick<
  typeof subscribers.$inferInsert,
  'email' | 'firstName' | 'lastName' | 'status' | 'frequency' | 'token' | 'createdAt'
>

/** What the desk sees; not the token, which opens the person's own pages. */
const shown = {
  id: subscribers.id,
  email: subscribers.email,
  firstName: subscribers.firstName,
  lastName: subscribers.lastName,
  status: subscribers.status,
  frequency: subscribers.frequency,
  countsReading: subscribers.countsReading,
  softBounces: subscribers.softBounces,
  createdAt: subscribers.createdAt,
  greetedAt: subscribers.greetedAt,
}

/** Roles of desk accounts by their addresses; there are few. */
export async function listRoles(db: Executor): Promise<Map<string, AdminRole>> {
  const rows = await db.select({ email: adminAccounts.email, role: adminAccounts.role }).from(adminAccounts)
  return new Map(rows.map(({ email, role }) => [email, role]))
}

/** One page, newest first. The ids are found in an index alone, however far back the page lies. */
export async function listSubscribers(
  db: Executor,
  filter: Pick<SubscriberFilter, 'q' | 'status' | 'role'>,
  roles: Map<string, AdminRole>,
  { limit, offset }: { limit: number; offset: number },
): Promise<SubscriberRow[]> {
  const ids = db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(matching(filter, roles))
    .orderBy(newestFirst, asc(subscribers.id))
    .limit(limit)
    .offset(offset)
  return db.select(shown).from(subscribers).where(inArray(subscribers.id, ids)).orderBy(newestFirst, asc(subscribers.id))
}

/** @param most Where counting ends. */
export async function countSubscribers(
  db: Executor,
  filter: Pick<SubscriberFilter, 'q' | 'status' | 'role'>,
  roles: Map<string, AdminRole>,
  most?: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(subscribers)
    .where(matching(filter, roles))
  const [row] = await db.select({ total: count() }).from((most === undefined ? found : found.limit(most)).as('found'))
  return row?.total ?? 0
}

/** The next so many after an id, in the order of ids: a whole list is read so without holding it. */
export async function listSubscribersAfter(
  db: Executor,
  filter: Pick<SubscriberFilter, 'q' | 'status' | 'role'>,
  roles: Map<string, AdminRole>,
  after: string | undefined,
  limit: number,
): Promise<SubscriberRow[]> {
  return db
    .select(shown)
    .from(subscribers)
    .where(and(matching(filter, roles), after === undefined ? undefined : gt(subscribers.id, after)))
    .orderBy(asc(subscribers.id))
    .limit(limit)
}

export async function findSubscriber(db: Executor, id: string): Promise<typeof subscribers.$inferSelect | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id))
  return row
}

/** Reads a subscriber and holds the row until the transaction ends. */
export async function lockSubscriber(db: Executor, id: string): Promise<typeof subscribers.$inferSelect | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id)).for('update')
  return row
}

/** @returns those that were not known before. */
export async function insertSubscribers(db: Executor, rows: NewSubscriber[]): Promise<{ id: string; email: string }[]> {
  return db
    .insert(subscribers)
    .values(rows)
    .onConflictDoNothing({ target: subscribers.email })
    .returning({ id: subscribers.id, email: subscribers.email })
}

export async function insertSubscriberEvents(db: Executor, rows: (typeof subscriberEvents.$inferInsert)[]): Promise<void> {
  await db.insert(subscriberEvents).values(rows)
}

/** Which of these addresses are known, with their status. */
export async function listKnown(db: Executor, emails: string[]): Promise<Map<string, SubscriberRow['status']>> {
  const rows = await db
    .select({ email: subscribers.email, status: subscribers.status })
    .from(subscribers)
    .where(inArray(subscribers.email, emails))
  return new Map(rows.map(({ email, status }) => [email, status]))
}

/** Which of these fingerprints get nothing more. */
export async function listSuppressed(db: Executor, fingerprints: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ one: suppressions.emailFingerprint })
    .from(suppressions)
    .where(inArray(suppressions.emailFingerprint, fingerprints))
  return new Set(rows.map(({ one }) => one))
}

export async function findSuppression(db: Executor, emailFingerprint: string) {
  const [row] = await db.select().from(suppressions).where(eq(suppressions.emailFingerprint, emailFingerprint))
  return row
}

/** Ends what is subscribed or waits for its confirmation. @returns the ids of those whose subscription ended. */
export async function endSubscriptions(db: Executor, emails: string[], status: 'unsubscribed' | 'suppressed'): Promise<string[]> {
  if (emails.length === 0) return []
  const ending: SubscriberRow['status'][] = status === 'suppressed' ? ['subscribed', 'pending', 'unsubscribed'] : ['subscribed', 'pending']
  const rows = await db
    .update(subscribers)
    .set(status === 'suppressed' ? { status, statusBefore: subscribers.status } : { status })
    .where(and(inArray(subscribers.email, emails), inArray(subscribers.status, ending)))
    .returning({ id: subscribers.id })
  return rows.map(({ id }) => id)
}

/** Notes of suppressed people that they left the list. @returns the ids of those of whom that is new. */
export async function endSuppressed(db: Executor, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await db
    .update(subscribers)
    .set({ statusBefore: 'unsubscribed' })
    .where(
      and(
        inArray(subscribers.email, emails),
        eq(subscribers.status, 'suppressed'),
        sql`${subscribers.statusBefore} IS DISTINCT FROM 'unsubscribed'`,
      ),
    )
    .returning({ id: subscribers.id })
  return rows.map(({ id }) => id)
}

/** Reasons that stand already stay. */
export async function insertSuppressions(db: Executor, rows: (typeof suppressions.$inferInsert)[]): Promise<void> {
  await db.insert(suppressions).values(rows).onConflictDoNothing({ target: suppressions.emailFingerprint })
}

/** A reason that stands already stays, but for mail that came back: what the desk decides outlasts that. */
export async function insertSuppression(db: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  const { reason, detail, at } = row
  await db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: suppressions.emailFingerprint,
      set: { reason, detail, at, isImported: false },
      setWhere: eq(suppressions.reason, 'bounce'),
    })
}

/** Whether a suppression can be taken back by the desk; {@link deleteReleasable} deletes those. */
export const isReleasable = ({ reason, isImported }: Pick<typeof suppressions.$inferSelect, 'reason' | 'isImported'>): boolean =>
  reason === 'by-desk' || reason === 'bounce' || (reason === 'complaint' && isImported)

/** What the desk decided, what came back and what only a file told can be taken back by the desk. @returns the reason it had; undefined when it stands. */
export async function deleteReleasable(db: Executor, emailFingerprint: string): Promise<string | undefined> {
  const [row] = await db
    .delete(suppressions)
    .where(
      and(
        eq(suppressions.emailFingerprint, emailFingerprint),
        or(inArray(suppressions.reason, ['by-desk', 'bounce']), and(eq(suppressions.reason, 'complaint'), suppressions.isImported)),
      ),
    )
    .returning({ reason: suppressions.reason })
  return row?.reason
}

/** Whether the last that is known of a person is that they left, by their own word or by that of an imported file. */
export async function hasLeft(db: Executor, subscriberId: string): Promise<boolean> {
  const kinds = ['signed-up', 'imported', 'imported-as', 'confirmed', 'came-back', 'unsubscribed']
  const [row] = await db
    .select({ kind: subscriberEvents.kind })
    .from(subscriberEvents)
    .where(and(eq(subscriberEvents.subscriberId, subscriberId), inArray(subscriberEvents.kind, kinds)))
    .orderBy(desc(subscriberEvents.at))
    .limit(1)
  return row?.kind === 'unsubscribed'
}

/** Suppresses a person who is not suppressed, and keeps what they were. */
export async function updateSuppressed(db: Executor, id: string): Promise<void> {
  await db.update(subscribers).set({ status: 'suppressed', statusBefore: subscribers.status }).where(eq(subscribers.id, id))
}

/** Sets a released person's status, and forgets what came back in a row. */
export async function updateReleased(db: Executor, id: string, status: SubscriberRow['status']): Promise<void> {
  await db.update(subscribers).set({ status, statusBefore: null, softBounces: 0 }).where(eq(subscribers.id, id))
}

export async function listEvents(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({ kind: subscriberEvents.kind, detail: subscriberEvents.detail, at: subscriberEvents.at })
    .from(subscriberEvents)
    .where(eq(subscriberEvents.subscriberId, subscriberId))
    .orderBy(desc(subscriberEvents.at))
    .limit(limit)
}

export async function listCopies(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({
      title: issues.title,
      state: deliveries.state,
      response: deliveries.response,
      dueAt: deliveries.dueAt,
      sentAt: deliveries.sentAt,
    })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(deliveries.dueAt))
    .limit(limit)
}

export async function listReadings(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({
      title: issues.title,
      kind: readings.kind,
      verdict: readings.verdict,
      reason: readings.reason,
      url: issueLinks.url,
      at: readings.at,
    })
    .from(readings)
    .innerJoin(deliveries, eq(deliveries.id, readings.deliveryId))
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .leftJoin(issueLinks, and(eq(issueLinks.issueId, deliveries.issueId), eq(issueLinks.number, readings.linkNumber)))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(readings.at))
    .limit(limit)
}

// As the index is made.
const newestFirst = sql`${subscribers.createdAt} DESC NULLS LAST`

function matching({ q, status, role }: Pick<SubscriberFilter, 'q' | 'status' | 'role'>, roles: Map<string, AdminRole>): SQL | undefined {
  const words = searchSpelling(q).split(/\s+/).filter(Boolean).slice(0, 8).map(containing)
  return and(status && eq(subscribers.status, status), ofRole(role, roles), ...words)
}

// By ids, which stand in every index of the list; an address would have to be looked at in each row.
function ofRole(role: SubscriberFilter['role'], roles: Map<string, AdminRole>): SQL | undefined {
  if (role === undefined) return undefined
  const emails = [...roles].flatMap(([email, one]) => (role === 'subscriber' || one === role ? [email] : []))
  const those = sql`(SELECT id FROM subscribers WHERE ${emails.length === 0 ? sql`false` : inArray(sql`email`, emails)})`
  return role === 'subscriber' ? sql`${subscribers.id} NOT IN ${those}` : sql`${subscribers.id} IN ${those}`
}

/** A database whose locale is `C` makes only a–z small, so words beyond them are looked for in either case. */
function containing(word: string): SQL | undefined {
  const spellings = new Set([word.toLowerCase(), ...(/^\p{ASCII}*$/u.test(word) ? [] : [word, word.toUpperCase(), capitalised(word)])])
  return or(...[...spellings].map((one) => like(subscribers.searchText, `%${one.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)))
}

function capitalised(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}
