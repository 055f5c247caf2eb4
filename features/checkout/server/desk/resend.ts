import { AppError } from '#shared/errors.ts'
import { noteOnOrder } from '../orders/move-order.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { type Database, findEntitlement, type Order } from '../orders/queries.ts'
import { issueLink } from '../shelves/links.ts'
import { hasMoveSince } from './queries.ts'

/** A second press this soon means the mail that is on its way. */
const sameMailMs = 60_000

const sentAgain = 'the book’s mail was sent again'

/**
 * Mails a new personal link to the order's address. Links mailed before stay good: one of them may be in use.
 *
 * @throws AppError `conflict` when there is nothing to open or nobody to mail, `too-many-requests`.
 */
export async function resend(
  parts: OrderParts,
  tx: Database,
  order: Order,
  isAllowed: boolean,
): Promise<{ email: string; wasMailed: boolean }> {
  const right = await findEntitlement(tx, order.id)
  if (!right?.isOpen) throw new AppError('conflict', 'The book of this order is not open, so there is no link to send.')
  if (!order.email) throw new AppError('conflict', 'The buyer left no address. They can add one on the book’s page.')
  const at = parts.clock.now()
  if (await hasMoveSince(tx, order.id, sentAgain, new Date(at.getTime() - sameMailMs))) return { email: order.email, wasMailed: false }
  if (!isAllowed) throw new AppError('too-many-requests', 'This mail was sent several times today. Please wait until tomorrow.')
  const token = await issueLink(tx, right.id, at)
  await parts.outbox.enqueue(tx, `order:${order.id}:access:${at.getTime()}`, await parts.letters.access(order, token))
  await noteOnOrder(tx, order, { actor: 'owner', at, detail: sentAgain })
  return { email: order.email, wasMailed: true }
}
