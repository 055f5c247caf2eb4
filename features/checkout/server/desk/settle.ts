import { AppError } from '#shared/errors.ts'
import { deliver } from '../orders/fulfil.ts'
import { noteOnOrder } from '../orders/move-order.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { addNeed, type Database, type Order, removeNeeds } from '../orders/queries.ts'
import { hasMoveSince } from './queries.ts'

const unsettleWithinMs = 24 * 3_600_000

/**
 * Marks that tell of something and are done with once they were looked at: settling them hands out nothing, and can be
 * taken back.
 */
export const tellingNeeds = [
  'paid-twice',
  'second-payment',
  'partly-refunded',
  'refund-failed',
  'dispute-lost',
  'dispute-partly-lost',
] as const

/** The owner has looked at what was flagged; money without a book is settled by handing out the book. */
export async function settle(
  parts: OrderParts,
  tx: Database,
  order: Order,
  seen: readonly string[] | undefined,
): Promise<void> {
  const open = order.needsOwner.filter((need) => !seen || seen.includes(need))
  // Money without a book is only settled by handing out the book, or by giving the money back.
  if (order.state === 'paid') {
    if (order.needsOwner.includes('withdrawal'))
      throw new AppError('conflict', 'The buyer has withdrawn from the contract. Refund the payment instead.')
    return deliver(parts, tx, order, 'owner', 'accepted by the owner')
  }
  if (open.length === 0) return
  if (order.state === 'pending' && open.includes('claim'))
    throw new AppError('conflict', 'Confirm or decline this payment instead.')
  await removeNeeds(tx, order.id, open)
  await noteOnOrder(tx, order, { actor: 'owner', at: parts.clock.now(), detail: settled(open) })
}

/** Puts before the owner again what was settled by itself within a day. */
export async function unsettle(parts: OrderParts, tx: Database, order: Order, seen: readonly string[]): Promise<void> {
  if (seen.every((need) => order.needsOwner.includes(need))) return
  const at = parts.clock.now()
  if (!(await hasMoveSince(tx, order.id, settled(seen), new Date(at.getTime() - unsettleWithinMs))))
    throw new AppError('conflict', 'This was not marked as done within the last day, so it cannot be undone.')
  for (const need of seen) await addNeed(tx, order.id, need)
  await noteOnOrder(tx, order, { actor: 'owner', at, detail: `needs action again: ${seen.join(', ')}` })
}

const settled = (needs: readonly string[]) => `marked as done: ${needs.join(', ')}`
