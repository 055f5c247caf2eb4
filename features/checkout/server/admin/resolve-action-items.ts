import { AppError } from '#shared/errors.ts'
import { deliver } from '../orders/fulfil.ts'
import { addOrderNote } from '../orders/change-order-state.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { addActionItem, type Database, type Order, removeActionItems } from '../orders/queries.ts'
import { hasOrderEventSince } from './queries.ts'

const undoWithinMs = 24 * 3_600_000

/** Action items that only inform: marking them as done has no effect on money or access and can be undone. */
export const dismissibleItems = [
  'paid-twice',
  'second-payment',
  'partly-refunded',
  'refund-failed',
  'dispute-lost',
  'dispute-partly-lost',
] as const

/** Marks action items as done. For a payment on hold this accepts the payment and delivers the book. */
export async function resolve(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  seen: readonly string[] | undefined,
): Promise<void> {
  const open = order.actionItems.filter((item) => !seen || seen.includes(item))
  // A payment on hold can only be resolved by delivering the book or refunding the payment.
  if (order.state === 'paid') {
    if (order.actionItems.includes('withdrawal'))
      throw new AppError('conflict', 'A withdrawal was received for this order. Refund the payment instead.')
    return deliver(deps, tx, order, 'owner', 'accepted by the owner')
  }
  if (open.length === 0) return
  if (order.state === 'pending' && open.includes('claim'))
    throw new AppError('conflict', 'Confirm or decline this payment instead.')
  await removeActionItems(tx, order.id, open)
  await addOrderNote(tx, order, { actor: 'owner', at: deps.clock.now(), detail: resolvedNote(open) })
}

/** Reopens action items that were marked as done within a day. */
export async function unresolve(deps: OrderDeps, tx: Database, order: Order, seen: readonly string[]): Promise<void> {
  if (seen.every((item) => order.actionItems.includes(item))) return
  const at = deps.clock.now()
  if (!(await hasOrderEventSince(tx, order.id, resolvedNote(seen), new Date(at.getTime() - undoWithinMs))))
    throw new AppError('conflict', 'This was marked as done more than a day ago, so it cannot be undone.')
  for (const item of seen) await addActionItem(tx, order.id, item)
  await addOrderNote(tx, order, { actor: 'owner', at, detail: `needs action again: ${seen.join(', ')}` })
}

const resolvedNote = (items: readonly string[]) => `marked as done: ${items.join(', ')}`
