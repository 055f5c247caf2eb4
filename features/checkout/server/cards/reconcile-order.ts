import {
  PaymentError,
  type PaymentProvider,
  type PaymentSession,
  type PaymentChanges,
} from '#platform/payments/provider.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Order, type Database, listDisputes, lockOrder, updateOrder } from '../orders/queries.ts'
import { applySession } from './apply-session.ts'
import { expire, markOutcomeUnknown } from './expire-order.ts'
import { type CardProviders, providerOf } from './providers.ts'
import { applyDispute, applyRefund } from '../orders/refunds-and-disputes.ts'
import { nextCheck } from '../orders/next-check.ts'

const sixHoursMs = 6 * 60 * 60 * 1000

/**
 * Checks a paid order for refunds and disputes whose webhooks were lost.
 *
 * @throws PaymentError
 */
async function checkRefundsAndDisputes(
  deps: OrderDeps,
  provider: PaymentProvider | undefined,
  order: Order,
): Promise<void> {
  const { paymentId } = order
  const afterwards = provider && paymentId ? await provider.getPaymentChanges(paymentId).catch(later) : undefined
  await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id)
    if (!locked || isUnpaid(locked.state) || locked.state === 'refunded') return
    if (afterwards && paymentId) await applyOutcome(deps, tx, order.id, paymentId, afterwards)
    const after = await lockOrder(tx, order.id)
    if (!after || after.state === 'refunded') return
    const isDisputed = (await listDisputes(tx, order.id)).some(
      ({ status }) => status === 'open' || status === 'inquiry',
    )
    await updateOrder(tx, order.id, {
      nextCheckAt: paymentId ? nextCheck({ ...after, isDisputed }, deps.clock.now()) : null,
    })
  })
  deps.outbox.wake()

  // Paid orders are less urgent than open ones, which must not wait for them.
  async function later(error: unknown): Promise<never> {
    await updateOrder(deps.db, order.id, { nextCheckAt: new Date(deps.clock.now().getTime() + sixHoursMs) })
    throw error
  }
}

async function applyOutcome(
  deps: OrderDeps,
  tx: Database,
  orderId: string,
  paymentId: string,
  { disputes, isRefunded, refundedCents }: PaymentChanges,
): Promise<void> {
  // Each step may change the state of the locked order, so it is read again.
  const order = async () => (await lockOrder(tx, orderId))!
  for (const dispute of disputes) await applyDispute(deps, tx, await order(), dispute, { actor: 'reconcile' })
  if (!isRefunded && refundedCents === 0) return
  const refund = { cents: refundedCents, isFull: isRefunded, detail: `refund of ${paymentId}` }
  await applyRefund(deps, tx, await order(), refund, { actor: 'reconcile' })
}

const dayMs = 24 * 60 * 60 * 1000

/** A page may be paid in its last second, and the provider may report it late. */
const graceMs = 15 * 60 * 1000

/** A bank transfer may take weeks. */
const maxPendingMs = 30 * dayMs

/** After this time the provider must have reported an outcome or a pending payment. */
const maxSilenceMs = dayMs

/**
 * Checks one order with its provider and applies the result.
 *
 * @throws PaymentError when the provider did not respond; the order is checked again.
 */
export async function reconcileOrder(deps: OrderDeps, providers: CardProviders, order: Order): Promise<void> {
  const provider = providerOf(providers, order)
  if (!isUnpaid(order.state)) return checkRefundsAndDisputes(deps, provider, order)
  const now = deps.clock.now().getTime()
  const isOver = now > (order.sessionExpiresAt ?? order.createdAt).getTime() + graceMs
  if (!order.sessionId) {
    if (isOver)
      await expire(
        deps,
        order.id,
        order.provider === 'cashapp' ? 'never marked as sent' : 'no checkout page was created',
      )
    return
  }
  if (!provider) {
    // The test checkout takes no money that could be lost.
    if (order.provider === 'test') return expire(deps, order.id, 'the test checkout is off')
    if (isOver) await markOutcomeUnknown(deps, order.id, 'the payment provider is not connected')
    return
  }
  const ageMs = now - order.createdAt.getTime()
  const isLate = ageMs > (order.state === 'pending' ? maxPendingMs : maxSilenceMs)
  try {
    const session = await fetchSession(deps, provider, order, order.sessionId, isOver)
    if (!session && isOver)
      return await markOutcomeUnknown(deps, order.id, 'the payment provider does not recognize the checkout page')
    if (session?.status === 'open' && isLate)
      return await markOutcomeUnknown(deps, order.id, 'the checkout page cannot be closed')
    const isOnItsWay = session?.status === 'complete' && !session.isPaid && !session.hasFailed
    if (isOnItsWay && ageMs > maxPendingMs)
      await markOutcomeUnknown(deps, order.id, 'the payment was pending for a month')
  } catch (error) {
    if (!(error instanceof PaymentError) || !isLate) throw error
    await markOutcomeUnknown(deps, order.id, 'the payment provider does not respond')
  }
}

async function fetchSession(
  deps: OrderDeps,
  provider: PaymentProvider,
  order: Order,
  sessionId: string,
  isOver: boolean,
): Promise<PaymentSession | undefined> {
  const session = await provider.getSession(sessionId)
  if (!session) return undefined
  await deps.db.transaction((tx) => applySession(deps, tx, order.id, session, 'reconcile'))
  deps.outbox.wake()
  if (session.status === 'open' && isOver) await provider.expireSession(sessionId)
  return session
}
