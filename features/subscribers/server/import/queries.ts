import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { subscribers, suppressions } from '../tables.ts'

type Status = (typeof subscribers.$inferSelect)['status']
type NewSubscriber = Pick<
  typeof subscribers.$inferInsert,
  'email' | 'firstName' | 'lastName' | 'status' | 'frequency' | 'createdAt'
>

/** Inserts subscribers. @returns Those that were not known before. */
export async function insertSubscribers(db: Executor, rows: NewSubscriber[]): Promise<{ id: string; email: string }[]> {
  return db
    .insert(subscribers)
    .values(rows)
    .onConflictDoNothing({ target: subscribers.email })
    .returning({ id: subscribers.id, email: subscribers.email })
}

/** Returns the status of those addresses that are known. */
export async function listKnown(db: Executor, emails: string[]): Promise<Map<string, Status>> {
  const rows = await db
    .select({ email: subscribers.email, status: subscribers.status })
    .from(subscribers)
    .where(inArray(subscribers.email, emails))
  return new Map(rows.map(({ email, status }) => [email, status]))
}

/** Returns those address hashes that are suppressed. */
export async function listSuppressed(db: Executor, hashes: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ one: suppressions.emailHash })
    .from(suppressions)
    .where(inArray(suppressions.emailHash, hashes))
  return new Set(rows.map(({ one }) => one))
}

/** Ends subscriptions, including pending ones. @returns The ids of the changed subscribers. */
export async function endSubscriptions(
  db: Executor,
  emails: string[],
  status: 'unsubscribed' | 'suppressed',
): Promise<string[]> {
  if (emails.length === 0) return []
  const ending: Status[] =
    status === 'suppressed' ? ['subscribed', 'pending', 'unsubscribed'] : ['subscribed', 'pending']
  const rows = await db
    .update(subscribers)
    .set(status === 'suppressed' ? { status, statusBefore: subscribers.status } : { status })
    .where(and(inArray(subscribers.email, emails), inArray(subscribers.status, ending)))
    .returning({ id: subscribers.id })
  return rows.map(({ id }) => id)
}

/** Records that suppressed people unsubscribed. @returns The ids of those for whom that is new. */
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

/** Inserts suppressions; existing ones are not changed. */
export async function insertSuppressions(db: Executor, rows: (typeof suppressions.$inferInsert)[]): Promise<void> {
  await db.insert(suppressions).values(rows).onConflictDoNothing({ target: suppressions.emailHash })
}
