import type { PaymentAfterwards, PaymentProvider } from '#platform/payments/provider.ts'
import { takeDispute, takeRefund } from '../orders/afterwards.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { nextLook } from '../orders/next-look.ts'
import { isUnpaid } from '../orders/order-states.ts'
import { type Database, listDisputes, lockOrder, type Order, updateOrder } from '../orders/queries.ts'

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
    if (afterwards && paymentId) await act(parts, tx, order.id, paymentId, afterwards)
    const after = await lockOrder(tx, order.id)
    if (!after || after.state === 'refunded') return
    const isDisputed = (await listDisputes(tx, order.id)).some(({ standing }) => standing === 'open' || standing === 'inquiry')
    await updateOrder(tx, order.id, { nextCheckAt: paymentId ? nextLook({ ...after, isDisputed }, parts.clock.now()) : null })
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
  for (const dispute of disputes) await takeDispute(parts, tx, await order(), dispute, { actor: 'sweep' })
  if (!isRefunded && refundedCents === 0) return
  const refund = { cents: refundedCents, isFull: isRefunded, detail: `refund of ${paymentId}` }
  await takeRefund(parts, tx, await order(), refund, { actor: 'sweep' })
}
