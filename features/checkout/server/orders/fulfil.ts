import { formatAmount } from '#shared/money.ts'
import { issueLink } from '../library/access-links.ts'
import { insertLibraryEntitlement } from '../library/queries.ts'
import { type Actor, changeOrderState, addOrderNote } from './change-order-state.ts'
import { nextCheck } from './next-check.ts'
import { isUnpaid } from './order-states.ts'
import {
  addActionItem,
  type Database,
  findEntitlement,
  findDuplicateOrder,
  hasLink,
  hasOrderEvent,
  insertEntitlement,
  lockBook,
  lockOrder,
  type Order,
  removeActionItems,
  updateEntitlement,
  updateOrder,
} from './queries.ts'
import { mailRefund } from './mail-refund.ts'
import type { OrderDeps } from './order-deps.ts'

/** Payment as the provider reports it. `email` may be empty. */
export type Proof = { amountCents: number; currency: string; paymentId: string | undefined; email: string }

/**
 * Fulfills a paid order inside the caller's transaction; the caller wakes the outbox afterwards. The webhook, the
 * return page, the reconciliation and the owner all use this function, and repeating it changes nothing. Payment,
 * entitlement, link and mail are one transaction: after a crash either all of it exists or the reconciliation finds the
 * order.
 */
export async function fulfilWithin(
  deps: OrderDeps,
  tx: Database,
  orderId: string,
  proof: Proof,
  actor: Actor,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  if (!isUnpaid(order.state)) return applyLaterProof(deps, tx, order, proof, actor)
  const at = deps.clock.now()
  await changeOrderState(
    tx,
    order,
    'paid',
    { actor, at, detail: proof.paymentId ?? '' },
    {
      paymentId: proof.paymentId ?? order.paymentId,
      email: proof.email || order.email,
      paidAt: at,
      paidCents: centsOf(order, proof),
      nextCheckAt: nextCheck({ ...order, paidAt: at }, at),
    },
  )
  const paid = await removeActionItems(tx, order.id, ['claim', 'outcome-unknown'])
  if (differs(order, proof)) return flag(deps, tx, paid, 'amount-differs', amountsOf(order, proof), actor)
  await deliver(deps, tx, paid, actor)
}

/**
 * Creates an action item, once, when an order whose payment became known through a refund or dispute was paid with a
 * wrong amount.
 */
export async function checkAmount(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  proof: Proof,
  actor: Actor,
): Promise<void> {
  const detail = amountsOf(order, proof)
  if (!differs(order, proof) || (await hasOrderEvent(tx, order.id, `amount-differs: ${detail}`))) return
  await flag(deps, tx, order, 'amount-differs', detail, actor)
}

const differs = (order: Order, { amountCents, currency }: Proof) =>
  amountCents !== order.priceCents || currency !== order.currency

const amountsOf = (order: Order, { amountCents, currency }: Proof) =>
  `${formatAmount(amountCents, currency)} paid instead of ${formatAmount(order.priceCents, order.currency)}`

/** Returns the amount in the currency of the order, or null for another currency. */
export const centsOf = (order: Order, { amountCents, currency }: Proof) =>
  currency === order.currency ? amountCents : null

/** Delivers the book of an order that is paid or whose dispute was won. */
export async function deliver(deps: OrderDeps, tx: Database, order: Order, actor: Actor, detail = ''): Promise<void> {
  const at = deps.clock.now()
  await lockBook(tx, order.bookId)
  const duplicate = await findDuplicateOrder(tx, order)
  await changeOrderState(tx, order, 'fulfilled', { actor, at, detail })
  const fulfilled = await removeActionItems(tx, order.id, ['amount-differs', 'disputed'])
  const entitlement = await insertEntitlement(tx, { orderId: order.id, bookId: order.bookId, createdAt: at })
  if (!entitlement) {
    await updateEntitlement(tx, order.id, { isOpen: true })
    return mailBook(deps, tx, fulfilled)
  }
  if (order.libraryId) await insertLibraryEntitlement(tx, order.libraryId, entitlement.id)
  await mailBook(deps, tx, fulfilled)
  if (duplicate)
    await flag(
      deps,
      tx,
      fulfilled,
      'paid-twice',
      `the same buyer owns this book through order ${duplicate.code}`,
      actor,
    )
}

/** Mails the link of a book if there is an address and no link was mailed before. */
async function mailBook(deps: OrderDeps, tx: Database, order: Order): Promise<void> {
  const entitlement = await findEntitlement(tx, order.id)
  if (!order.email || !entitlement?.isOpen || (await hasLink(tx, entitlement.id))) return
  const token = await issueLink(tx, entitlement.id, deps.clock.now())
  await deps.outbox.enqueue(tx, `order:${order.id}:access`, await deps.emails.access(order, token))
}

/** Creates an action item for an order, records it in the history and mails the owner. */
export async function flag(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  reason: string,
  detail: string,
  actor: Actor,
): Promise<void> {
  const at = deps.clock.now()
  await addActionItem(tx, order.id, reason)
  await addOrderNote(tx, order, { actor, at, detail: `${reason}: ${detail}` })
  await deps.outbox.enqueue(
    tx,
    `order:${order.id}:owner:${reason}:${detail}`,
    await deps.emails.ownerNotice(order, reason, detail),
  )
  deps.log.warn({ order: order.code, reason }, 'order needs action')
}

// The payment was first reported by a refund or dispute without an address; the buyer now gets the overdue mail.
async function applyLaterProof(deps: OrderDeps, tx: Database, order: Order, proof: Proof, actor: Actor): Promise<void> {
  await noticeSecondPayment(deps, tx, order, proof, actor)
  const isSame = order.paymentId === null || proof.paymentId === order.paymentId
  if (!isSame) return
  const wasReported = order.paidCents !== null || order.actionItems.includes('amount-differs')
  if (wasReported && (order.email || !proof.email)) return
  const known = await updateOrder(tx, order.id, {
    email: order.email || proof.email,
    paymentId: order.paymentId ?? proof.paymentId ?? null,
    paidCents: order.paidCents ?? centsOf(order, proof),
  })
  if (known.state === 'paid' && order.paidCents === null && !differs(order, proof))
    return deliver(deps, tx, known, actor)
  if (!wasReported && known.state !== 'refunded') await checkAmount(deps, tx, known, proof, actor)
  if (known.state === 'fulfilled') await mailBook(deps, tx, known)
  if (known.state === 'refunded') await mailRefund(deps, tx, known)
}

// Two payments for one order are possible only when an unknown page was paid as well. The owner decides about a refund.
async function noticeSecondPayment(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  proof: Proof,
  actor: Actor,
): Promise<void> {
  if (!proof.paymentId || !order.paymentId || proof.paymentId === order.paymentId) return
  const detail = `payment ${proof.paymentId} was made in addition to ${order.paymentId}`
  if (await hasOrderEvent(tx, order.id, `paid-twice: ${detail}`)) return
  await flag(deps, tx, order, 'paid-twice', detail, actor)
}
