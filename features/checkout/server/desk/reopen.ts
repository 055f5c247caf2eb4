import { AppError } from '#shared/errors.ts'
import { reopenWithinHours } from '#features/checkout/order-filter.ts'
import { flag } from '../orders/fulfil.ts'
import { moveOrder } from '../orders/move-order.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { type Database, listMoves, type Order } from '../orders/queries.ts'

type Moves = Awaited<ReturnType<typeof listMoves>>

/** Until when a claim the owner declined can be taken up again; undefined when it cannot. */
export function reopenUntil(order: Pick<Order, 'provider' | 'state'>, moves: Moves, now: Date): Date | undefined {
  if (order.provider !== 'cashapp' || order.state !== 'declined') return undefined
  const declined = moves.findLast(({ from, to }) => from !== 'declined' && to === 'declined')
  if (!declined || declined.actor !== 'owner') return undefined
  const until = new Date(declined.at.getTime() + reopenWithinHours * 3_600_000)
  return until > now ? until : undefined
}

/**
 * The owner declined a claim by mistake: it waits again as it did, and the buyer, who was told of the decline, is told
 * of this.
 */
export async function reopenClaim(parts: OrderParts, tx: Database, order: Order): Promise<void> {
  if (order.provider === 'cashapp' && order.state === 'pending') return
  const at = parts.clock.now()
  if (!reopenUntil(order, await listMoves(tx, [order.id]), at))
    throw new AppError(
      'conflict',
      'This payment can no longer be reopened. You can still confirm it if you find the money.',
    )
  const claim = await moveOrder(tx, order, 'pending', { actor: 'owner', at, detail: 'reopened' }, { nextCheckAt: null })
  await flag(parts, tx, claim, 'claim', 'reopened by the owner', 'owner')
  if (claim.email)
    await parts.outbox.enqueue(
      tx,
      `order:${claim.id}:reopened:${at.getTime()}`,
      await parts.letters.claimReceived(claim),
    )
}
