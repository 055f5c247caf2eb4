import type { RateLimit } from '#platform/rate-limit.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { orderNotFound } from '../orders/place-order.ts'
import { addOrderNote } from '../orders/change-order-state.ts'
import { findEntitlement, lockOrderByCode, updateOrder } from '../orders/queries.ts'
import { maskKnownEmail } from '../library/book-access.ts'
import { issueLink } from '../library/access-links.ts'
import { revokeLinks } from '../library/queries.ts'
import { withinLimit } from '../within-limit.ts'

/**
 * Changes the email address of an order, or resends to the same one. Links to the previous address are revoked, and
 * that address is notified.
 *
 * @param libraryId Library of the requesting browser; it must be the one that paid.
 * @returns Whether the address is another one than before.
 * @throws AppError `not-found` for an order of another browser, `conflict` once a mailed link was redeemed,
 *   `too-many-requests` when one address receives too many mails.
 */
export async function changeOrderEmail(
  deps: OrderDeps & { limits: { orderMailPerAddress: RateLimit } },
  libraryId: string | undefined,
  code: string,
  email: string,
): Promise<{ isChanged: boolean }> {
  let isChanged = false
  await withinLimit(deps.limits.orderMailPerAddress, email, async (isAllowed) => {
    if (!isAllowed) throw new AppError('too-many-requests', { key: 'checkout.errors.tooManyEmails' })
    isChanged = await change(deps, libraryId, code, email)
    return true
  })
  deps.outbox.wake()
  return { isChanged }
}

async function change(deps: OrderDeps, libraryId: string | undefined, code: string, email: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrderByCode(tx, code)
    const entitlement = order && (await findEntitlement(tx, order.id))
    if (!order || !entitlement || !entitlement.isOpen || !libraryId || order.libraryId !== libraryId)
      throw orderNotFound()
    if (entitlement.openedAt) throw new AppError('conflict', { key: 'checkout.errors.emailFixed' })
    const at = deps.clock.now()
    const changed = await updateOrder(tx, order.id, { email })
    if (order.email !== email) {
      await revokeLinks(tx, entitlement.id, at)
      const detail = `email address ${maskKnownEmail(order.email) || 'none'} → ${maskKnownEmail(email)}`
      await addOrderNote(tx, order, { actor: 'buyer', at, detail })
    }
    const token = await issueLink(tx, entitlement.id, at)
    const key = hashValue(token)
    await deps.outbox.enqueue(tx, `order:${order.id}:access:${key}`, await deps.emails.access(changed, token))
    if (order.email && order.email !== email)
      await deps.outbox.enqueue(tx, `order:${order.id}:moved:${key}`, await deps.emails.addressChanged(order))
    return order.email !== email
  })
}
