import { and, asc, desc, eq, inArray, isNull, lte, max } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { testDeliveries, testSessions } from '../tables.ts'

/** The database or a transaction. */
export type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>
export type TestSession = typeof testSessions.$inferSelect
export type Delivery = typeof testDeliveries.$inferSelect

/** Creates a session once per idempotency key. */
export async function insertTestSession(
  db: Database,
  session: Pick<typeof testSessions.$inferInsert, 'id' | 'request' | 'idempotencyKey' | 'expiresAt'>,
): Promise<void> {
  await db.insert(testSessions).values(session).onConflictDoNothing({ target: testSessions.idempotencyKey })
}

export async function findTestSessionByKey(db: Database, idempotencyKey: string): Promise<TestSession | undefined> {
  const [row] = await db.select().from(testSessions).where(eq(testSessions.idempotencyKey, idempotencyKey))
  return row
}

export async function findTestSession(db: Database, id: string): Promise<TestSession | undefined> {
  const [row] = await db.select().from(testSessions).where(eq(testSessions.id, id))
  return row
}

export async function findTestSessionByPayment(db: Database, paymentId: string): Promise<TestSession | undefined> {
  const [row] = await db.select().from(testSessions).where(eq(testSessions.paymentId, paymentId))
  return row
}

export async function lockTestSession(db: Database, id: string): Promise<TestSession | undefined> {
  const [row] = await db.select().from(testSessions).where(eq(testSessions.id, id)).for('update')
  return row
}

export async function updateTestSession(
  db: Database,
  id: string,
  change: Partial<Pick<TestSession, 'status' | 'paymentStatus' | 'paymentId' | 'email'>>,
): Promise<void> {
  await db.update(testSessions).set(change).where(eq(testSessions.id, id))
}

export async function insertDelivery(
  db: Database,
  delivery: Omit<typeof testDeliveries.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(testDeliveries).values(delivery)
}

export async function listDueDeliveries(db: Database, now: Date, limit: number): Promise<Delivery[]> {
  return db
    .select()
    .from(testDeliveries)
    .where(and(isNull(testDeliveries.deliveredAt), lte(testDeliveries.dueAt, now)))
    .orderBy(asc(testDeliveries.dueAt))
    .limit(limit)
}

export async function markDelivered(db: Database, id: string, at: Date): Promise<void> {
  await db.update(testDeliveries).set({ deliveredAt: at }).where(eq(testDeliveries.id, id))
}

/** Finds the last delivery of a session among some types, up to a given time. */
export async function findLastDelivery(
  db: Database,
  { sessionId, types, until }: { sessionId: string; types: readonly string[]; until: Date },
): Promise<Delivery | undefined> {
  const [row] = await db
    .select()
    .from(testDeliveries)
    .where(
      and(
        eq(testDeliveries.sessionId, sessionId),
        inArray(testDeliveries.type, [...types]),
        lte(testDeliveries.dueAt, until),
      ),
    )
    .orderBy(desc(testDeliveries.dueAt))
    .limit(1)
  return row
}

/** Returns the amount refunded in parts, in cents; each event reports the total so far. */
export async function findPartRefunds(db: Database, sessionId: string): Promise<number> {
  const [row] = await db
    .select({ cents: max(testDeliveries.amountCents) })
    .from(testDeliveries)
    .where(and(eq(testDeliveries.sessionId, sessionId), eq(testDeliveries.type, 'charge.refunded')))
  return row?.cents ?? 0
}

/** Returns when the next delivery is due. */
export async function findNextDue(db: Database): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: testDeliveries.dueAt })
    .from(testDeliveries)
    .where(isNull(testDeliveries.deliveredAt))
    .orderBy(asc(testDeliveries.dueAt))
    .limit(1)
  return row?.dueAt
}
