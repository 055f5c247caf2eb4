import { formatAmount } from '#shared/money.ts'
import { issueLink } from '../shelves/links.ts'
import { insertShelfEntitlement } from '../shelves/queries.ts'
import { type Actor, moveOrder, noteOnOrder } from './move-order.ts'
import { nextLook } from './next-look.ts'
import { isUnpaid } from './order-states.ts'
import {
  addNeed,
  type Database,
  findEntitlement,
  findTwin,
  hasLink,
  hasMove,
  insertEntitlement,
  lockBook,
  lockOrder,
  type Order,
  removeNeeds,
  updateEntitlement,
  updateOrder,
} from './queries.ts'
import { mailRefund } from './mail-refund.ts'
import type { OrderParts } from './order-parts.ts'

/** What the provider says it took. `email` may be empty. */
export type Proof = { amountCents: number; currency: string; paymentId: string | undefined; email: string }

/**
 * The one way to a bought book, however we heard of the money: webhook, return page, sweep or the owner. Doing it again
 * changes nothing. Payment, right, link and mail are one transaction: after a crash there is either all of it or an
 * order that the sweep asks about.
 */
export async function fulfil(parts: OrderParts, orderId: string, proof: Proof, actor: Actor): Promise<void> {
  await parts.db.transaction((tx) => fulfilWithin(parts, tx, orderId, proof, actor))
  parts.outbox.wake()
}

/** {@link fulfil} as part of the caller's transaction, who wakes the outbox afterwards. */
export async function fulfilWithin(
  parts: OrderParts,
  tx: Database,
  orderId: string,
  proof: Proof,
  actor: Actor,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  if (!isUnpaid(order.state)) return hearAgain(parts, tx, order, proof, actor)
  const at = parts.clock.now()
  await moveOrder(
    tx,
    order,
    'paid',
    { actor, at, detail: proof.paymentId ?? '' },
    {
      paymentId: proof.paymentId ?? order.paymentId,
      email: proof.email || order.email,
      paidAt: at,
      paidCents: centsOf(order, proof),
      nextCheckAt: nextLook({ ...order, paidAt: at }, at),
    },
  )
  const paid = await removeNeeds(tx, order.id, ['claim', 'outcome-unknown'])
  if (differs(order, proof)) return flag(parts, tx, paid, 'amount-differs', amountsOf(order, proof), actor)
  await deliver(parts, tx, paid, actor)
}

/**
 * Puts an order whose payment was first heard of by what came after it before the owner, once, when another amount came
 * than was asked.
 */
export async function checkAmount(
  parts: OrderParts,
  tx: Database,
  order: Order,
  proof: Proof,
  actor: Actor,
): Promise<void> {
  const detail = amountsOf(order, proof)
  if (!differs(order, proof) || (await hasMove(tx, order.id, `amount-differs: ${detail}`))) return
  await flag(parts, tx, order, 'amount-differs', detail, actor)
}

const differs = (order: Order, { amountCents, currency }: Proof) =>
  amountCents !== order.priceCents || currency !== order.currency

const amountsOf = (order: Order, { amountCents, currency }: Proof) =>
  `${formatAmount(amountCents, currency)} paid instead of ${formatAmount(order.priceCents, order.currency)}`

/** What came in the order's own currency; in another one it cannot be told. */
export const centsOf = (order: Order, { amountCents, currency }: Proof) =>
  currency === order.currency ? amountCents : null

/** Opens the book of an order that is paid, or whose dispute was won. */
export async function deliver(parts: OrderParts, tx: Database, order: Order, actor: Actor, detail = ''): Promise<void> {
  const at = parts.clock.now()
  await lockBook(tx, order.bookId)
  const twin = await findTwin(tx, order)
  await moveOrder(tx, order, 'fulfilled', { actor, at, detail })
  const fulfilled = await removeNeeds(tx, order.id, ['amount-differs', 'disputed'])
  const right = await insertEntitlement(tx, { orderId: order.id, bookId: order.bookId, createdAt: at })
  if (!right) {
    await updateEntitlement(tx, order.id, { isOpen: true })
    return mailBook(parts, tx, fulfilled)
  }
  if (order.shelfId) await insertShelfEntitlement(tx, order.shelfId, right.id)
  await mailBook(parts, tx, fulfilled)
  if (twin)
    await flag(parts, tx, fulfilled, 'paid-twice', `the same buyer owns this book through order ${twin.code}`, actor)
}

/** Mails the book to who has an address and was never mailed a link. */
async function mailBook(parts: OrderParts, tx: Database, order: Order): Promise<void> {
  const right = await findEntitlement(tx, order.id)
  if (!order.email || !right?.isOpen || (await hasLink(tx, right.id))) return
  const token = await issueLink(tx, right.id, parts.clock.now())
  await parts.outbox.enqueue(tx, `order:${order.id}:access`, await parts.letters.access(order, token))
}

/** Puts an order before the owner: a mark on it beside those it has, a line in its log, a mail. */
export async function flag(
  parts: OrderParts,
  tx: Database,
  order: Order,
  reason: string,
  detail: string,
  actor: Actor,
): Promise<void> {
  const at = parts.clock.now()
  await addNeed(tx, order.id, reason)
  await noteOnOrder(tx, order, { actor, at, detail: `${reason}: ${detail}` })
  await parts.outbox.enqueue(
    tx,
    `order:${order.id}:owner:${reason}:${detail}`,
    await parts.letters.ownerNotice(order, reason, detail),
  )
  parts.log.warn({ order: order.code, reason }, 'order needs action')
}

// What a refund or a dispute told first, without the address: now that it is known, the buyer gets the mail that is
// still owed.
async function hearAgain(parts: OrderParts, tx: Database, order: Order, proof: Proof, actor: Actor): Promise<void> {
  await noticeSecondPayment(parts, tx, order, proof, actor)
  const isSame = order.paymentId === null || proof.paymentId === order.paymentId
  if (!isSame) return
  const wasHeard = order.paidCents !== null || order.needsOwner.includes('amount-differs')
  if (wasHeard && (order.email || !proof.email)) return
  const known = await updateOrder(tx, order.id, {
    email: order.email || proof.email,
    paymentId: order.paymentId ?? proof.paymentId ?? null,
    paidCents: order.paidCents ?? centsOf(order, proof),
  })
  if (known.state === 'paid' && order.paidCents === null && !differs(order, proof))
    return deliver(parts, tx, known, actor)
  if (!wasHeard && known.state !== 'refunded') await checkAmount(parts, tx, known, proof, actor)
  if (known.state === 'fulfilled') await mailBook(parts, tx, known)
  if (known.state === 'refunded') await mailRefund(parts, tx, known)
}

// One order, two payments: possible only when a page we never got to know was paid as well. The second one is the
// owner's to give back.
async function noticeSecondPayment(
  parts: OrderParts,
  tx: Database,
  order: Order,
  proof: Proof,
  actor: Actor,
): Promise<void> {
  if (!proof.paymentId || !order.paymentId || proof.paymentId === order.paymentId) return
  const detail = `payment ${proof.paymentId} was made in addition to ${order.paymentId}`
  if (await hasMove(tx, order.id, `paid-twice: ${detail}`)) return
  await flag(parts, tx, order, 'paid-twice', detail, actor)
}
