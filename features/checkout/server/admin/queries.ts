import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { emailSearchKey } from '#shared/email-address.ts'
import type { OrderFilter } from '#features/checkout/contract.ts'
import type { Database, Order } from '../orders/queries.ts'
import { orderDisputes, orderEvents, orders, withdrawals } from '../tables.ts'

/** States in which a payment was received. */
const withMoney: Order['state'][] = ['paid', 'fulfilled', 'disputed', 'refunded']

const grossCents = sql`coalesce(${orders.paidCents}, ${orders.priceCents})`
const isPaid = inArray(orders.state, withMoney)
const sumOf = (cents: SQL | typeof orders.refundedCents, where: SQL = sql`true`) =>
  sql<number>`coalesce(sum(${cents}) filter (where ${where}), 0)::float8`

const hasActionItems = sql`cardinality(${orders.actionItems}) > 0`

function matches({ query, state, provider, needsAction }: OrderFilter): SQL | undefined {
  return and(
    query
      ? like(
          orders.searchText,
          `%${emailSearchKey(query)
            .toLowerCase()
            .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
        )
      : undefined,
    state && eq(orders.state, state),
    provider && eq(orders.provider, provider),
    needsAction ? hasActionItems : undefined,
  )
}

/**
 * Lists one page of matching orders, the newest first. Rows are read only for the ids of the page.
 *
 * @param at.fromEnd Counts `offset` from the oldest order, which is faster for pages near the end.
 */
export async function listOrderPage(
  db: Database,
  filter: OrderFilter,
  { limit, offset, fromEnd = false }: { limit: number; offset: number; fromEnd?: boolean },
): Promise<Order[]> {
  const along = fromEnd ? asc : desc
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(matches(filter))
    .orderBy(along(orders.createdAt), along(orders.id))
    .limit(limit)
    .offset(offset)
  return db.select().from(orders).where(inArray(orders.id, ids)).orderBy(desc(orders.createdAt), desc(orders.id))
}

/** Returns the number of matching orders, the amounts received and returned, and the part of test orders in both. */
export async function sumOrders(db: Database, filter: OrderFilter) {
  const isTest = eq(orders.provider, 'test')
  const [sums] = await db
    .select({
      orders: count(),
      grossCents: sumOf(grossCents, isPaid),
      refundedCents: sumOf(orders.refundedCents),
      testGrossCents: sumOf(grossCents, sql`${isPaid} and ${isTest}`),
      testRefundedCents: sumOf(orders.refundedCents, isTest),
    })
    .from(orders)
    .where(matches(filter))
  return sums!
}

/**
 * Returns the amounts received and returned by matching sample orders, which no one paid. It is a statement of its own,
 * because the index of the other sums does not tell them apart, while few orders are samples.
 */
export async function sumSampleOrders(
  db: Database,
  filter: OrderFilter,
): Promise<{ grossCents: number; refundedCents: number }> {
  const [sums] = await db
    .select({ grossCents: sumOf(grossCents, isPaid), refundedCents: sumOf(orders.refundedCents) })
    .from(orders)
    .where(and(eq(orders.isSample, true), matches(filter)))
  return sums!
}

/**
 * Returns the part of the amount returned that banks took after lost disputes; where we and a bank returned the same
 * money, it counts as refunded. It is a statement of its own, because the index of the other sums does not have this
 * amount, while few orders have a lost dispute.
 */
export async function sumLost(db: Database, filter: OrderFilter): Promise<number> {
  const lost = db.select({ id: orderDisputes.orderId }).from(orderDisputes).where(eq(orderDisputes.status, 'lost'))
  const [row] = await db
    .select({
      cents: sql<number>`coalesce(sum(greatest(${orders.refundedCents} - ${orders.givenBackCents}, 0)), 0)::float8`,
    })
    .from(orders)
    .where(and(inArray(orders.id, lost), matches(filter)))
  return row!.cents
}

/** Counts all orders with action items, regardless of the filter. */
export async function countNeedingAction(db: Database): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(orders).where(hasActionItems)
  return row!.waiting
}

/** Lists orders with action items, the oldest first. */
export function listNeedingAction(db: Database, limit: number): Promise<Order[]> {
  return db.select().from(orders).where(hasActionItems).orderBy(asc(orders.createdAt)).limit(limit)
}

/** Lists the matching orders after a given one, the newest first. */
export function listOrdersAfter(
  db: Database,
  filter: OrderFilter,
  after: Pick<Order, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<Order[]> {
  const below =
    after &&
    or(lt(orders.createdAt, after.createdAt), and(eq(orders.createdAt, after.createdAt), lt(orders.id, after.id)))
  return db
    .select()
    .from(orders)
    .where(and(matches(filter), below))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
}

/** Returns whether an event with this detail was recorded since a given time. */
export async function hasOrderEventSince(db: Database, orderId: string, detail: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.detail, detail), gt(orderEvents.at, since)))
    .limit(1)
  return rows.length > 0
}

/** Lists the withdrawals without a matching order that the owner has not marked as done, the oldest first. */
export function listUnmatchedWithdrawals(db: Database, limit: number) {
  return (
    db
      .select()
      .from(withdrawals)
      // The retention removes the email address.
      .where(and(isNull(withdrawals.orderId), isNull(withdrawals.handledAt), ne(withdrawals.email, '')))
      .orderBy(asc(withdrawals.declaredAt))
      .limit(limit)
  )
}

/**
 * Marks a withdrawal without a matching order as done, or as not done.
 *
 * @param handledAt Null for a withdrawal that needs action again.
 * @returns False if there is no such withdrawal, or it already has that state.
 */
export async function setWithdrawalHandled(db: Database, id: string, handledAt: Date | null): Promise<boolean> {
  const rows = await db
    .update(withdrawals)
    .set({ handledAt })
    .where(
      and(
        eq(withdrawals.id, id),
        isNull(withdrawals.orderId),
        handledAt ? isNull(withdrawals.handledAt) : isNotNull(withdrawals.handledAt),
      ),
    )
    .returning({ id: withdrawals.id })
  return rows.length > 0
}
