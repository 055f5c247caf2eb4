import { PaymentError } from '#platform/payments/provider.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { findEntitlement, findOrder, findOrderBySession, type Order } from '../orders/queries.ts'
import { applySession } from './apply-session.ts'
import { type CardProviders, providerOf } from './providers.ts'

/** The shape of a session's name, ours or Stripe's. */
const sessionPattern = /^[\w-]{8,120}$/

/**
 * What became of a payment page, asking the provider itself while our own row does not say "paid": the buyer must not
 * wait for a webhook.
 *
 * @param perSession At most one question a second to the provider, however many tabs ask.
 * @throws AppError `not-found` for a page that is not of one of our orders.
 */
export async function paymentStatus(
  deps: OrderDeps,
  providers: CardProviders,
  perSession: RateLimit,
  sessionId: string,
): Promise<string> {
  const order = sessionPattern.test(sessionId) ? await findOrderBySession(deps.db, sessionId) : undefined
  if (!order) throw new AppError('not-found', 'Payment not found.')
  const provider = providerOf(providers, order)
  if (!isUnpaid(order.state) || !provider || !(await perSession.consume(sessionId)).ok) return knownStatus(deps, order)
  try {
    const session = await provider.getSession(sessionId)
    if (session) await deps.db.transaction((tx) => applySession(deps, tx, order.id, session, 'return'))
    deps.outbox.wake()
  } catch (error) {
    // The webhook and the sweep will tell.
    if (!(error instanceof PaymentError)) throw error
    deps.log.warn({ order: order.code, reason: error.message }, 'payment status check failed')
  }
  return knownStatus(deps, (await findOrder(deps.db, order.id)) ?? order)
}

/** `paid` is said only of a book that is open: whoever hears it tells the buyer so. */
async function knownStatus(deps: OrderDeps, order: Order): Promise<string> {
  if (order.state !== 'fulfilled') return statusOf(order)
  return (await findEntitlement(deps.db, order.id))?.isOpen === false ? 'closed' : 'paid'
}

function statusOf({ state }: Pick<Order, 'state'>): string {
  if (isUnpaid(state)) return 'unpaid'
  // Money that the owner must look at first opens nothing yet.
  return state === 'paid' ? 'processing' : state
}
