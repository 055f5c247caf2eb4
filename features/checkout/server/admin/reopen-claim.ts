import { AppError } from '#shared/errors.ts'
import { reopenWithinHours } from '#features/checkout/order-filter.ts'
import { addOrderNote, changeOrderState } from '../orders/change-order-state.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { addActionItem, type Database, listOrderEvents, type Order } from '../orders/queries.ts'

type Events = Awaited<ReturnType<typeof listOrderEvents>>

/** Returns until when a declined claim can be reopened; undefined when it cannot. */
export function reopenUntil(order: Pick<Order, 'provider' | 'state'>, events: Events, now: Date): Date | undefined {
  if (order.provider !== 'cashapp' || order.state !== 'declined') return undefined
  const declined = events.findLast(({ from, to }) => from !== 'declined' && to === 'declined')
  if (!declined || declined.actor !== 'owner') return undefined
  const until = new Date(declined.at.getTime() + reopenWithinHours * 3_600_000)
  return until > now ? until : undefined
}

/** Reopens a claim that the owner declined by mistake, and notifies the buyer. */
export async function reopenClaim(deps: OrderDeps, tx: Database, order: Order): Promise<void> {
  if (order.provider === 'cashapp' && order.state === 'pending') return
  const at = deps.clock.now()
  if (!reopenUntil(order, await listOrderEvents(tx, [order.id]), at))
    throw new AppError(
      'conflict',
      'This order can no longer be reopened. You can still confirm the payment if you find it.',
    )
  const claim = await changeOrderState(
    tx,
    order,
    'pending',
    { actor: 'owner', at, detail: 'reopened' },
    { nextCheckAt: null },
  )
  // The owner gets no email about their own action.
  await addActionItem(tx, claim.id, 'claim')
  await addOrderNote(tx, claim, { actor: 'owner', at, detail: 'claim: reopened by the owner' })
  if (claim.email)
    await deps.outbox.enqueue(tx, `order:${claim.id}:reopened:${at.getTime()}`, await deps.emails.claimReceived(claim))
}
