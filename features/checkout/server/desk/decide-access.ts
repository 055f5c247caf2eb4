import { AppError } from '#shared/errors.ts'
import { isMissing, moneyOf } from '../orders/money.ts'
import { noteOnOrder } from '../orders/move-order.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { type Database, findEntitlement, listDisputes, type Order, updateEntitlement } from '../orders/queries.ts'
import { issueLink } from '../shelves/links.ts'

/**
 * What the owner may decide about the book of an order now; nothing while all of the money is ours, or none of it will
 * be.
 */
export async function decisionsOn(db: Database, order: Order): Promise<{ mayClose: boolean; mayOpen: boolean }> {
  const right = await findEntitlement(db, order.id)
  const isUndecided = order.state === 'fulfilled' || order.state === 'disputed'
  if (!right || !isUndecided || !isMissing(moneyOf(order, await listDisputes(db, order.id))))
    return { mayClose: false, mayOpen: false }
  return { mayClose: right.isOpen, mayOpen: !right.isOpen }
}

/**
 * The owner closes a book of which some of the money went back, or opens one whose money a bank holds. The buyer is
 * told, once an act; asking for what is so already changes nothing.
 *
 * @throws AppError `conflict` when there is nothing to decide.
 */
export async function decideAccess(
  parts: OrderParts,
  tx: Database,
  order: Order,
  decision: 'open' | 'closed',
): Promise<void> {
  const right = await findEntitlement(tx, order.id)
  if (right && right.isOpen === (decision === 'open')) return
  const { mayClose, mayOpen } = await decisionsOn(tx, order)
  if (!right || !(decision === 'closed' ? mayClose : mayOpen))
    throw new AppError('conflict', 'Access to this book depends on its payment and cannot be changed here.')
  const at = parts.clock.now()
  await updateEntitlement(tx, order.id, { isOpen: decision === 'open', decision })
  await noteOnOrder(tx, order, {
    actor: 'owner',
    at,
    detail: decision === 'open' ? 'access restored by the owner' : 'access revoked by the owner',
  })
  if (!order.email) return
  const mail =
    decision === 'closed'
      ? parts.letters.bookClosed(order)
      : parts.letters.access(order, await issueLink(tx, right.id, at))
  await parts.outbox.enqueue(tx, `order:${order.id}:book-${decision}:${at.getTime()}`, await mail)
}
