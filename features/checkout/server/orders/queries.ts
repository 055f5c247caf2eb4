import { and, asc, desc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  accessLinks,
  entitlements,
  orderDisputes,
  orderEvents,
  orders,
  providerEvents,
  withdrawals,
} from '../tables.ts'

/** The database or a transaction. */
export type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'delete' | 'select' | 'execute'>
export type Order = typeof orders.$inferSelect
export type Dispute = typeof orderDisputes.$inferSelect
export type NewOrder = Pick<
  typeof orders.$inferInsert,
  | 'code'
  | 'bookId'
  | 'bookTitle'
  | 'priceCents'
  | 'provider'
  | 'isSample'
  | 'state'
  | 'libraryId'
  | 'origin'
  | 'locale'
  | 'consentText'
  | 'consentedAt'
  | 'clientHash'
  | 'sessionExpiresAt'
  | 'nextCheckAt'
  | 'createdAt'
>
export type OrderChange = Partial<Omit<typeof orders.$inferInsert, 'id' | 'code' | 'bookId' | 'provider' | 'createdAt'>>

/**
 * @returns undefined when the code is in use.
 */
export async function insertOrder(db: Database, order: NewOrder): Promise<Order | undefined> {
  const [row] = await db.insert(orders).values(order).onConflictDoNothing({ target: orders.code }).returning()
  return row
}

/** Reads and locks an order until the transaction ends. */
export async function lockOrder(db: Database, id: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

export async function lockOrderByCode(db: Database, code: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.code, code)).for('update')
  return row
}

export async function findOrder(db: Database, id: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}

export async function findOrderBySession(db: Database, sessionId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return row
}

export async function findOrderByPayment(db: Database, paymentId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.paymentId, paymentId))
  return row
}

type OpenOrder = Pick<Order, 'bookId' | 'provider'> & { libraryId: string; states: Order['state'][] }

/** Finds the newest unpaid order of a library for a book. */
export async function findOpenOrder(db: Database, wanted: OpenOrder): Promise<Order | undefined> {
  const [row] = await selectOpenOrder(db, wanted)
  return row
}

/**
 * Locks the result of {@link findOpenOrder} until the transaction ends; an order that is being paid is waited for and
 * not returned.
 */
export async function lockOpenOrder(db: Database, wanted: OpenOrder): Promise<Order | undefined> {
  const [row] = await selectOpenOrder(db, wanted).for('update')
  return row
}

function selectOpenOrder(db: Database, { libraryId, bookId, provider, states }: OpenOrder) {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.libraryId, libraryId),
        eq(orders.bookId, bookId),
        eq(orders.provider, provider),
        inArray(orders.state, states),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
}

export async function updateOrder(db: Database, id: string, change: OrderChange): Promise<Order> {
  const [row] = await db.update(orders).set(change).where(eq(orders.id, id)).returning()
  return row!
}

/** Adds an action item to an order; repeating it changes nothing. */
export async function addActionItem(db: Database, id: string, item: string): Promise<Order> {
  const actionItems = sql`array_append(array_remove(${orders.actionItems}, ${item}), ${item})`
  const [row] = await db.update(orders).set({ actionItems }).where(eq(orders.id, id)).returning()
  return row!
}

/** Removes action items from an order. */
export async function removeActionItems(db: Database, id: string, items: readonly string[]): Promise<Order> {
  const actionItems = items.reduce((left, item) => sql`array_remove(${left}, ${item})`, sql`${orders.actionItems}`)
  const [row] = await db.update(orders).set({ actionItems }).where(eq(orders.id, id)).returning()
  return row!
}

/**
 * Stores the payment page of an order that is still open in the same attempt.
 *
 * @returns Whether it was stored.
 */
export async function updateSession(
  db: Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  change: Pick<OrderChange, 'sessionId' | 'sessionUrl' | 'sessionExpiresAt' | 'nextCheckAt'>,
): Promise<boolean> {
  const rows = await db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, id), eq(orders.attempt, attempt), eq(orders.state, 'created')))
    .returning({ id: orders.id })
  return rows.length > 0
}

/** Increments the attempt of an order once, so that the next payment page is a new one. */
export async function countAttempt(db: Database, { id, attempt }: Pick<Order, 'id' | 'attempt'>): Promise<void> {
  await db
    .update(orders)
    .set({ attempt: attempt + 1 })
    .where(and(eq(orders.id, id), eq(orders.attempt, attempt), isNull(orders.sessionId)))
}

/** Claims orders that are due for a check and sets their next check; no other process gets the same ones. */
export async function claimDueOrders(db: Database, now: Date, limit: number): Promise<Order[]> {
  const due = db
    .select({ id: orders.id })
    .from(orders)
    .where(lte(orders.nextCheckAt, now))
    .orderBy(asc(orders.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  // Delays: 30 seconds, 1 minute, 2 minutes … 1 hour.
  const next = sql`${now.toISOString()}::timestamptz + make_interval(secs => 30 * least(power(2, least(${orders.checks}, 20)), 120))`
  return db
    .update(orders)
    .set({ nextCheckAt: next, checks: sql`${orders.checks} + 1` })
    .where(inArray(orders.id, due))
    .returning()
}

export async function insertOrderEvent(
  db: Database,
  event: Omit<typeof orderEvents.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(orderEvents).values(event)
}

export async function listOrderEvents(db: Database, orderIds: string[]) {
  return db.select().from(orderEvents).where(inArray(orderEvents.orderId, orderIds)).orderBy(asc(orderEvents.at))
}

/** Returns whether the history of an order has an event with exactly this detail. */
export async function hasOrderEvent(db: Database, orderId: string, detail: string): Promise<boolean> {
  const rows = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.detail, detail)))
    .limit(1)
  return rows.length > 0
}

export async function findDispute(db: Database, orderId: string, id: string): Promise<Dispute | undefined> {
  const [row] = await db
    .select()
    .from(orderDisputes)
    .where(and(eq(orderDisputes.orderId, orderId), eq(orderDisputes.id, id)))
  return row
}

/** Lists the disputes of an order, oldest first. */
export function listDisputes(db: Database, orderId: string): Promise<Dispute[]> {
  return db
    .select()
    .from(orderDisputes)
    .where(eq(orderDisputes.orderId, orderId))
    .orderBy(asc(orderDisputes.reportedAt))
}

/** Lists the disputes of several orders, oldest first. */
export function listDisputesOf(db: Database, orderIds: string[]): Promise<Dispute[]> {
  return db
    .select()
    .from(orderDisputes)
    .where(inArray(orderDisputes.orderId, orderIds))
    .orderBy(asc(orderDisputes.reportedAt))
}

/** Stores the current state of a dispute. */
export async function upsertDispute(db: Database, dispute: typeof orderDisputes.$inferInsert): Promise<void> {
  const { status, amountCents, dueAt, reportedAt } = dispute
  await db
    .insert(orderDisputes)
    .values(dispute)
    .onConflictDoUpdate({
      target: [orderDisputes.orderId, orderDisputes.id],
      set: { status, amountCents, dueAt, reportedAt },
    })
}

/**
 * @returns Whether the event is new.
 */
export async function insertProviderEvent(db: Database, event: typeof providerEvents.$inferInsert): Promise<boolean> {
  const rows = await db.insert(providerEvents).values(event).onConflictDoNothing().returning({ id: providerEvents.id })
  return rows.length > 0
}

/** Lists unreadable events, which have no order; newest first. */
export async function listUnreadableEvents(db: Database, limit: number) {
  return db
    .select()
    .from(providerEvents)
    .where(isNull(providerEvents.orderId))
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(limit)
}

/** @returns Whether the event existed. */
export async function deleteUnreadableEvent(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .delete(providerEvents)
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.orderId)))
    .returning({ id: providerEvents.id })
  return rows.length > 0
}

/** Creates the entitlement of an order on the first call. */
export async function insertEntitlement(
  db: Database,
  entitlement: Pick<typeof entitlements.$inferInsert, 'orderId' | 'bookId' | 'createdAt'>,
): Promise<{ id: string } | undefined> {
  const [row] = await db
    .insert(entitlements)
    .values(entitlement)
    .onConflictDoNothing({ target: entitlements.orderId })
    .returning({ id: entitlements.id })
  return row
}

export async function findEntitlement(db: Database, orderId: string) {
  const [row] = await db.select().from(entitlements).where(eq(entitlements.orderId, orderId))
  return row
}

/** Lists the entitlements of several orders. */
export function listEntitlementsOf(db: Database, orderIds: string[]) {
  return db
    .select({ orderId: entitlements.orderId, isOpen: entitlements.isOpen, createdAt: entitlements.createdAt })
    .from(entitlements)
    .where(inArray(entitlements.orderId, orderIds))
}

/** Returns whether a personal link was mailed for an entitlement. */
export async function hasLink(db: Database, entitlementId: string): Promise<boolean> {
  const rows = await db
    .select({ tokenHash: accessLinks.tokenHash })
    .from(accessLinks)
    .where(eq(accessLinks.entitlementId, entitlementId))
    .limit(1)
  return rows.length > 0
}

export async function updateEntitlement(
  db: Database,
  orderId: string,
  change: Partial<Pick<typeof entitlements.$inferInsert, 'isOpen' | 'decision'>>,
): Promise<void> {
  await db.update(entitlements).set(change).where(eq(entitlements.orderId, orderId))
}

/** Locks the delivery of a book until the transaction ends, so that two payments of one person are detected. */
export async function lockBook(db: Database, bookId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`book:${bookId}`}, 0))`)
}

/** Finds the oldest other order by which the same person, by address or else by browser, has the same book. */
export async function findDuplicateOrder(
  db: Database,
  { id, bookId, email, libraryId }: Pick<Order, 'id' | 'bookId' | 'email' | 'libraryId'>,
): Promise<{ code: string; email: string } | undefined> {
  const samePerson = or(
    email === '' ? undefined : eq(orders.email, email),
    libraryId === null ? undefined : eq(orders.libraryId, libraryId),
  )
  if (!samePerson) return undefined
  const [row] = await db
    .select({ code: orders.code, email: orders.email })
    .from(orders)
    .innerJoin(entitlements, eq(entitlements.orderId, orders.id))
    .where(and(eq(orders.bookId, bookId), ne(orders.id, id), eq(entitlements.isOpen, true), samePerson))
    .orderBy(desc(eq(orders.email, email)), asc(orders.createdAt))
    .limit(1)
  return row
}

/** Lists the active entitlements bought with an address, oldest first. */
export async function listEntitlementsByEmail(db: Database, email: string) {
  return db
    .select({ entitlementId: entitlements.id, order: orders })
    .from(entitlements)
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(orders.email, email), eq(entitlements.isOpen, true)))
    .orderBy(asc(entitlements.createdAt))
}

/** Lists the paid orders of an address, newest first. */
export async function listPaidOrdersOf(db: Database, email: string, limit: number): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.email, email), inArray(orders.state, ['paid', 'fulfilled', 'disputed'])))
    .orderBy(desc(orders.createdAt))
    .limit(limit)
}

export async function insertWithdrawal(db: Database, withdrawal: typeof withdrawals.$inferInsert): Promise<string> {
  const [row] = await db.insert(withdrawals).values(withdrawal).returning({ id: withdrawals.id })
  return row!.id
}
