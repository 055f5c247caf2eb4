import { and, asc, count, desc, eq, gt, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { emailSearchKey } from '#shared/email-address.ts'
import type { AdminRole } from '#shared/admin-role.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { adminAccounts } from '#platform/admin/tables.ts'
import { subscriberEvents, subscribers, suppressions } from '../tables.ts'
import type { SubscriberFilter } from './subscriber-filter.ts'

/** Columns of a subscriber for the admin. */
export type SubscriberRow = Omit<
  typeof subscribers.$inferSelect,
  'earlierTokenHash' | 'statusBefore' | 'searchText' | 'emailHash' | 'isWritable'
>

/** Excludes what only the site itself needs. */
const adminColumns = {
  id: subscribers.id,
  email: subscribers.email,
  firstName: subscribers.firstName,
  lastName: subscribers.lastName,
  status: subscribers.status,
  frequency: subscribers.frequency,
  locale: subscribers.locale,
  allowsTracking: subscribers.allowsTracking,
  softBounces: subscribers.softBounces,
  createdAt: subscribers.createdAt,
  greetedAt: subscribers.greetedAt,
}

/** Lists one page, newest first. The ids come from an index only, so distant pages are fast too. */
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
  return db
    .select(adminColumns)
    .from(subscribers)
    .where(inArray(subscribers.id, ids))
    .orderBy(newestFirst, asc(subscribers.id))
}

/** Counts matching subscribers. @param max Limit of the count. */
export async function countSubscribers(
  db: Executor,
  filter: Pick<SubscriberFilter, 'q' | 'status' | 'role'>,
  roles: Map<string, AdminRole>,
  max?: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(subscribers)
    .where(matching(filter, roles))
  const [row] = await db.select({ total: count() }).from((max === undefined ? found : found.limit(max)).as('found'))
  return row?.total ?? 0
}

/** Lists the next rows after an id, in the order of ids, so that a long list can be streamed. */
export async function listSubscribersAfter(
  db: Executor,
  filter: Pick<SubscriberFilter, 'q' | 'status' | 'role'>,
  roles: Map<string, AdminRole>,
  after: string | undefined,
  limit: number,
): Promise<SubscriberRow[]> {
  return db
    .select(adminColumns)
    .from(subscribers)
    .where(and(matching(filter, roles), after === undefined ? undefined : gt(subscribers.id, after)))
    .orderBy(asc(subscribers.id))
    .limit(limit)
}

export async function findSubscriber(db: Executor, id: string): Promise<typeof subscribers.$inferSelect | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id))
  return row
}

/** Finds a subscriber and locks the row until the transaction ends. */
export async function lockSubscriber(db: Executor, id: string): Promise<typeof subscribers.$inferSelect | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id)).for('update')
  return row
}

export async function findSuppression(db: Executor, emailHash: string) {
  const [row] = await db.select().from(suppressions).where(eq(suppressions.emailHash, emailHash))
  return row
}

/** Inserts a suppression. It replaces a bounce, but no other existing reason. */
export async function insertSuppression(db: Executor, row: typeof suppressions.$inferInsert): Promise<void> {
  const { reason, detail, at } = row
  await db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: suppressions.emailHash,
      set: { reason, detail, at, isImported: false },
      setWhere: eq(suppressions.reason, 'bounce'),
    })
}

/** Returns whether the admin can remove a suppression, as {@link deleteReleasable} does. */
export const isReleasable = ({
  reason,
  isImported,
}: Pick<typeof suppressions.$inferSelect, 'reason' | 'isImported'>): boolean =>
  reason === 'by-admin' || reason === 'bounce' || (reason === 'complaint' && isImported)

/**
 * Deletes a suppression that the admin can remove: one set in the admin, a bounce, or a complaint from an imported
 * file.
 *
 * @returns Its reason; undefined if it cannot be removed.
 */
export async function deleteReleasable(db: Executor, emailHash: string): Promise<string | undefined> {
  const [row] = await db
    .delete(suppressions)
    .where(
      and(
        eq(suppressions.emailHash, emailHash),
        or(
          inArray(suppressions.reason, ['by-admin', 'bounce']),
          and(eq(suppressions.reason, 'complaint'), suppressions.isImported),
        ),
      ),
    )
    .returning({ reason: suppressions.reason })
  return row?.reason
}

/** Returns whether a person unsubscribed last, on their own or through an imported file. */
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

/** Suppresses a subscriber and stores the previous status. */
export async function updateSuppressed(db: Executor, id: string): Promise<void> {
  await db
    .update(subscribers)
    .set({ status: 'suppressed', statusBefore: subscribers.status })
    .where(eq(subscribers.id, id))
}

/** Sets the status after a suppression was removed, and resets the soft bounces. */
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

/** Lists the roles of admin accounts by address; there are few. */
export async function listRoles(db: Executor): Promise<Map<string, AdminRole>> {
  const rows = await db.select({ email: adminAccounts.email, role: adminAccounts.role }).from(adminAccounts)
  return new Map(rows.map(({ email, role }) => [email, role]))
}

// The order must match that of the index.
const newestFirst = sql`${subscribers.createdAt} DESC NULLS LAST`

function matching(
  { q, status, role }: Pick<SubscriberFilter, 'q' | 'status' | 'role'>,
  roles: Map<string, AdminRole>,
): SQL | undefined {
  const words = emailSearchKey(q).split(/\s+/).filter(Boolean).slice(0, 8).map(containing)
  return and(status && eq(subscribers.status, status), ofRole(role, roles), ...words)
}

// Compares ids, because every index contains them; addresses would require reading each row.
function ofRole(role: SubscriberFilter['role'], roles: Map<string, AdminRole>): SQL | undefined {
  if (role === undefined) return undefined
  const emails = [...roles].flatMap(([email, one]) => (role === 'subscriber' || one === role ? [email] : []))
  const those = sql`(SELECT id FROM subscribers WHERE ${emails.length === 0 ? sql`false` : inArray(sql`email`, emails)})`
  return role === 'subscriber' ? sql`${subscribers.id} NOT IN ${those}` : sql`${subscribers.id} IN ${those}`
}

/** A database with the locale `C` lowercases only a–z, so other letters are searched in several spellings. */
function containing(word: string): SQL | undefined {
  const spellings = new Set([
    word.toLowerCase(),
    ...(/^\p{ASCII}*$/u.test(word) ? [] : [word, word.toUpperCase(), capitalised(word)]),
  ])
  return or(
    ...[...spellings].map((one) => like(subscribers.searchText, `%${one.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  )
}

function capitalised(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}
