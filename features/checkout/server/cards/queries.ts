import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { orders } from '../tables.ts'
import type { Database } from '../orders/queries.ts'

/**
 * Finds the newest order that was paid by card, and whether Stripe has sent an event about it.
 *
 * @param since Orders placed before this time are ignored.
 * @param until Orders paid after this time are ignored, because their event may be on its way.
 */
export async function findLastCardPayment(
  db: Database,
  since: Date,
  until: Date,
): Promise<{ code: string; paidAt: Date | null; hasEvent: boolean } | undefined> {
  const [row] = await db
    .select({
      code: orders.code,
      paidAt: orders.paidAt,
      hasEvent: sql<boolean>`exists (select from provider_events e where e.order_id = orders.id and e.type like 'checkout.session.%')`,
    })
    .from(orders)
    .where(and(eq(orders.provider, 'stripe'), gte(orders.createdAt, since), lte(orders.paidAt, until)))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return row
}
