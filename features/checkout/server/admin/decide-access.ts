import { AppError } from '#shared/errors.ts'
import { isPartlyReturnedOrDisputed, moneyOf } from '../orders/money.ts'
import { findAccessAfterRefund } from '../orders/mail-refund.ts'
import { addOrderNote } from '../orders/change-order-state.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { type Database, findEntitlement, listDisputes, type Order, updateEntitlement } from '../orders/queries.ts'
import { issueLink } from '../library/access-links.ts'

/**
 * Returns the decisions that the owner can make about access; none if we have the full payment, or all of it was
 * returned.
 */
export async function accessDecisions(
  db: Database,
  order: Order,
): Promise<{ canRevokeAccess: boolean; canRestoreAccess: boolean }> {
  const entitlement = await findEntitlement(db, order.id)
  const isUndecided = order.state === 'fulfilled' || order.state === 'disputed'
  if (!entitlement || !isUndecided || !isPartlyReturnedOrDisputed(moneyOf(order, await listDisputes(db, order.id))))
    return { canRevokeAccess: false, canRestoreAccess: false }
  return { canRevokeAccess: entitlement.isOpen, canRestoreAccess: !entitlement.isOpen }
}

/**
 * Revokes or restores access by the owner’s decision and notifies the buyer once. Repeating it changes nothing.
 *
 * @throws AppError `conflict` when there is nothing to decide.
 */
export async function decideAccess(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  decision: 'open' | 'closed',
): Promise<void> {
  const entitlement = await findEntitlement(tx, order.id)
  if (entitlement && entitlement.isOpen === (decision === 'open')) return
  const { canRevokeAccess, canRestoreAccess } = await accessDecisions(tx, order)
  if (!entitlement || !(decision === 'closed' ? canRevokeAccess : canRestoreAccess))
    throw new AppError('conflict', 'Access to this book depends on its payment and cannot be changed here.')
  const at = deps.clock.now()
  await updateEntitlement(tx, order.id, { isOpen: decision === 'open', decision })
  await addOrderNote(tx, order, {
    actor: 'owner',
    at,
    detail: decision === 'open' ? 'access restored by the owner' : 'access revoked by the owner',
  })
  if (!order.email) return
  const mail =
    decision === 'closed'
      ? deps.emails.accessRevoked(order, await findAccessAfterRefund(tx, order))
      : deps.emails.access(order, await issueLink(tx, entitlement.id, at))
  await deps.outbox.enqueue(tx, `order:${order.id}:book-${decision}:${at.getTime()}`, await mail)
}
