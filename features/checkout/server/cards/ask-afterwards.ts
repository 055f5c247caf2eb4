import type { PaymentAfterwards, PaymentProvider } from '#platform/payments/provider.ts'
import { closeDispute, notePartRefund, openDispute, takeBack } from '../orders/afterwards.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { nextLook } from '../orders/next-look.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Database, lockOrder, type Order, updateOrder } from '../orders/queries.ts'

const sixHoursMs = 6 * 60 * 60 * 1000

/**
 * Asks whether the money of a paid order went back, should the message about it be lost for good, and acts as on that message.
 *
 * @throws PaymentError
 */
export async function askAfterwards(parts: OrderParts, provider: PaymentProvider | undefined, order: Order): Promise<void> {
  const { paymentId } = order
  const afterwards = provider && paymentId ? await provider.getAfterwards(paymentId).catch(later) : undefined
  await parts.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id)
    if (!locked || isUnpaid(locked.state) || locked.state === 'refunded') return
    await updateOrder(tx, order.id, { nextCheckAt: paymentId ? nextLook(locked, parts.clock.now()) : null })
    if (afterwards && paymentId) await act(parts, tx, order.id, paymentId, afterwards)
  })
  parts.outbox.wake()

  // There is no hurry as with open orders, which must not wait behind these.
  async function later(error: unknown): Promise<never> {
    await updateOrder(parts.db, order.id, { nextCheckAt: new Date(parts.clock.now().getTime() + sixHoursMs) })
    throw error
  }
}

async function act(
  parts: OrderParts,
  tx: Database,
  orderId: string,
  paymentId: string,
  { disputes, isRefunded, refundedCents }: PaymentAfterwards,
): Promise<void> {
  // Each step may move the order, so it is read anew; it stays locked.
  const order = async () => (await lockOrder(tx, orderId))!
  for (const { id, outcome, dueAt } of disputes) {
    if (outcome === 'opened') await openDispute(parts, tx, await order(), { disputeId: id, dueAt }, 'sweep')
    else await closeDispute(parts, tx, await order(), id, outcome, 'sweep')
  }
  if (isRefunded) await takeBack(parts, tx, await order(), 'sweep', `refund of ${paymentId}`)
  else if (refundedCents > 0) await notePartRefund(parts, tx, await order(), refundedCents, 'sweep')
}
