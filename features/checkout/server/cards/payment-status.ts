import { PaymentError } from '#platform/payments/provider.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { findEntitlement, findOrder, findOrderBySession, type Order } from '../orders/queries.ts'
import { applySession } from './apply-session.ts'
import { type CardProviders, providerOf } from './providers.ts'

/** Format of a session id, ours or Stripe’s. */
const sessionPattern = /^[\w-]{8,120}$/

/**
 * Returns the payment status. Queries the provider while our own row is not paid, so that the buyer does not wait for a
 * webhook.
 *
 * @param perSession At most one query a second per session, across all tabs.
 * @throws AppError `not-found` for a session of no order.
 */
export async function paymentStatus(
  deps: OrderDeps,
  providers: CardProviders,
  perSession: RateLimit,
  sessionId: string,
): Promise<string> {
  const order = sessionPattern.test(sessionId) ? await findOrderBySession(deps.db, sessionId) : undefined
  if (!order) throw new AppError('not-found', { key: 'checkout.errors.paymentNotFound' })
  const provider = providerOf(providers, order)
  if (!isUnpaid(order.state) || !provider || !(await perSession.consume(sessionId)).ok) return knownStatus(deps, order)
  try {
    const session = await provider.getSession(sessionId)
    if (session) await deps.db.transaction((tx) => applySession(deps, tx, order.id, session, 'return'))
    deps.outbox.wake()
  } catch (error) {
    // The webhook or the reconciliation will follow.
    if (!(error instanceof PaymentError)) throw error
    deps.log.warn({ order: order.code, reason: error.message }, 'payment status check failed')
  }
  return knownStatus(deps, (await findOrder(deps.db, order.id)) ?? order)
}

/** Returns `paid` only while the buyer has access, because the page then announces access. */
async function knownStatus(deps: OrderDeps, order: Order): Promise<string> {
  if (order.state !== 'fulfilled') return statusOf(order)
  return (await findEntitlement(deps.db, order.id))?.isOpen === false ? 'closed' : 'paid'
}

function statusOf({ state }: Pick<Order, 'state'>): string {
  if (isUnpaid(state)) return 'unpaid'
  // A payment on hold gives no access yet.
  return state === 'paid' ? 'processing' : state
}
