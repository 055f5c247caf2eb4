import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { adminAccounts, subscriberEvents, subscribers } from './tables.ts'

/** The database, or a transaction on it. */
export type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>
export type Subscriber = typeof subscribers.$inferSelect
type NewSubscriber = Pick<Subscriber, 'email' | 'firstName' | 'lastName' | 'status' | 'token' | 'greetedAt'>

/** @returns the new row, or undefined when the address is known already. */
export async function insertSubscriber(db: Database, subscriber: NewSubscriber): Promise<Subscriber | undefined> {
  const [row] = await db.insert(subscribers).values(subscriber).onConflictDoNothing({ target: subscribers.email }).returning()
  return row
}

/** Reads a subscriber and holds the row until the transaction ends. */
export async function lockSubscriberByEmail(db: Database, email: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email)).for('update')
  return row
}

export async function lockSubscriberByToken(db: Database, token: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.token, token)).for('update')
  return row
}

export async function findSubscriberByToken(db: Database, token: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.token, token))
  return row
}

export async function updateSubscriber(
  db: Database,
  id: string,
  change: Partial<Pick<Subscriber, 'status' | 'greetedAt' | 'softBounces'>>,
): Promise<void> {
  await db.update(subscribers).set(change).where(eq(subscribers.id, id))
}

export async function insertSubscriberEvent(
  db: Database,
  event: Pick<typeof subscriberEvents.$inferInsert, 'subscriberId' | 'kind' | 'detail' | 'clientFingerprint' | 'at'>,
): Promise<void> {
  await db.insert(subscriberEvents).values(event)
}

export async function countAdmins(db: Database): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(adminAccounts)
  return row?.count ?? 0
}

/** @returns false when the account was there already. */
export async function insertAdmin(
  db: Database,
  admin: Pick<typeof adminAccounts.$inferInsert, 'email' | 'role' | 'passwordHash'>,
): Promise<boolean> {
  const rows = await db
    .insert(adminAccounts)
    .values(admin)
    .onConflictDoNothing({ target: adminAccounts.email })
    .returning({ id: adminAccounts.id })
  return rows.length > 0
}
