import type { RateLimit } from '#platform/rate-limit.ts'
import { fingerprint } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { OrderParts } from './orders/order-parts.ts'
import { noteOnOrder } from './orders/move-order.ts'
import { findEntitlement, lockOrderByCode, updateOrder } from './orders/queries.ts'
import { masked } from './shelves/access.ts'
import { issueLink } from './shelves/links.ts'
import { revokeLinks } from './shelves/queries.ts'
import { withinLimit } from './within-limit.ts'

/**
 * Sends the book to another address, or once more to the same one. The links mailed to a wrong address end, and that
 * address is told.
 *
 * @param shelfId The browser that asks; only the one that paid is listened to.
 * @throws AppError `not-found` for an order of another browser, `conflict` once a mailed link was confirmed,
 *   `too-many-requests` past what one address is mailed.
 */
export async function changeOrderEmail(
  parts: OrderParts & { limits: { orderMailPerAddress: RateLimit } },
  shelfId: string | undefined,
  code: string,
  email: string,
): Promise<void> {
  await withinLimit(parts.limits.orderMailPerAddress, email, async (isAllowed) => {
    if (!isAllowed)
      throw new AppError('too-many-requests', 'We have already sent several emails to this address. Try again later.')
    await change(parts, shelfId, code, email)
    return true
  })
  parts.outbox.wake()
}

async function change(parts: OrderParts, shelfId: string | undefined, code: string, email: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const order = await lockOrderByCode(tx, code)
    const right = order && (await findEntitlement(tx, order.id))
    if (!order || !right || !right.isOpen || !shelfId || order.shelfId !== shelfId)
      throw new AppError('not-found', 'Order not found in this browser.')
    if (right.openedAt)
      throw new AppError(
        'conflict',
        'The book was already opened from its email, so the address can no longer be changed. Email us if that was not you.',
      )
    const at = parts.clock.now()
    const changed = await updateOrder(tx, order.id, { email })
    if (order.email !== email) {
      await revokeLinks(tx, right.id, at)
      const detail = `email address ${masked(order.email) || 'none'} → ${masked(email)}`
      await noteOnOrder(tx, order, { actor: 'buyer', at, detail })
    }
    const token = await issueLink(tx, right.id, at)
    const key = fingerprint(token)
    await parts.outbox.enqueue(tx, `order:${order.id}:access:${key}`, await parts.letters.access(changed, token))
    if (order.email && order.email !== email)
      await parts.outbox.enqueue(tx, `order:${order.id}:moved:${key}`, await parts.letters.addressChanged(order))
  })
}
