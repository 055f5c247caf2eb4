import { type Actor, moveOrder, noteOnOrder } from './move-order.ts'
import { deliver, flag } from './fulfil.ts'
import type { OrderParts } from './order-parts.ts'
import { decided, mailRefund } from './mail-refund.ts'
import { nextLook } from './next-look.ts'
import { isUnpaid } from './order-states.ts'
import { type Database, findEntitlement, hasMove, listMoves, type Order, removeNeeds, updateEntitlement, updateOrder } from './queries.ts'

/*
 * What happens to an order after the money came. Messages arrive in any order: one about a refund or a dispute says that there was a
 * payment, even when the message about that payment is still on its way.
 */

// What concerns another payment, money that came back to us, or a bank that still asks, stays open.
const endedByRefund = ['claim', 'amount-differs', 'partly-refunded', 'withdrawal']

/** All of the money went back: the book closes, and the buyer is told. */
export async function takeBack(parts: OrderParts, tx: Database, order: Order, actor: Actor, detail: string): Promise<void> {
  if (order.state === 'refunded') return
  const paid = await knownAsPaid(parts, tx, order, actor)
  const change = { nextCheckAt: null, refundedCents: paid.paidCents ?? paid.priceCents, disputeDueAt: null }
  await moveOrder(tx, paid, 'refunded', { actor, detail, at: parts.clock.now() }, change)
  const refunded = await removeNeeds(tx, order.id, endedByRefund)
  await updateEntitlement(tx, order.id, { isOpen: false })
  await mailRefund(parts, tx, refunded)
}

/** Some of the money went back: the book stays open and the owner decides. */
export async function notePartRefund(
  parts: OrderParts,
  tx: Database,
  order: Order,
  refundedCents: number,
  actor: Actor = 'webhook',
): Promise<void> {
  const detail = `${refundedCents} of ${order.priceCents} cents were given back`
  if (order.state === 'refunded' || (await hasMove(tx, order.id, `partly-refunded: ${detail}`))) return
  const known = await updateOrder(tx, order.id, { refundedCents })
  await flag(parts, tx, known, 'partly-refunded', detail, actor)
}

/** The buyer's bank asks for the money: the book closes until it is decided. The owner hears of each one, also of a second one. */
export async function openDispute(
  parts: OrderParts,
  tx: Database,
  order: Order,
  { disputeId, dueAt }: { disputeId: string; dueAt: Date | undefined },
  actor: Actor = 'webhook',
): Promise<void> {
  const opened = `dispute ${disputeId}`
  // Told late: it is over already.
  for (const told of [decided(disputeId, 'won'), decided(disputeId, 'lost'), opened]) if (await hasMove(tx, order.id, told)) return
  // Of several the first that ends.
  const ends = [order.disputeDueAt, dueAt].filter((one) => one !== null && one !== undefined)
  const disputeDueAt = ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const at = parts.clock.now()
  if (order.state === 'disputed' || order.state === 'refunded') {
    await noteOnOrder(tx, order, { actor, at, detail: opened })
    await updateOrder(tx, order.id, { disputeDueAt })
    const detail =
      order.state === 'refunded'
        ? `${opened} about money that went back already; show the bank the refund`
        : `${opened} came on top of another one; answer both at the provider`
    return flag(parts, tx, order, 'disputed', detail, actor)
  }
  const paid = await knownAsPaid(parts, tx, order, actor)
  const disputed = await moveOrder(tx, paid, 'disputed', { actor, at, detail: opened }, { disputeDueAt })
  await updateEntitlement(tx, order.id, { isOpen: false })
  await flag(parts, tx, disputed, 'disputed', `${opened}; answer it at the provider`, actor)
}

/** The bank has decided: when nothing else is disputed, a won dispute opens the book again; a lost one ends like a refund. */
export async function closeDispute(
  parts: OrderParts,
  tx: Database,
  order: Order,
  disputeId: string,
  outcome: 'won' | 'lost',
  actor: Actor = 'webhook',
): Promise<void> {
  const detail = decided(disputeId, outcome)
  if (await hasMove(tx, order.id, detail)) return
  const isLast = (await countOpenDisputes(tx, order, disputeId)) === 0
  if (isLast) await updateOrder(tx, order.id, { disputeDueAt: null })
  if (outcome === 'won' && order.state === 'disputed' && isLast) return reopen(parts, tx, order, actor, detail)
  const wasRefunded = order.state === 'refunded'
  if (outcome === 'won' || wasRefunded) await noteOnOrder(tx, order, { actor, at: parts.clock.now(), detail })
  else await takeBack(parts, tx, order, actor, detail)
  if (isLast) await removeNeeds(tx, order.id, ['disputed'])
  if (outcome === 'won') return
  const loss = wasRefunded ? `${detail}; the money had gone back before, so it may have gone twice` : detail
  await flag(parts, tx, order, 'dispute-lost', loss, actor)
}

/** The money is ours again. A book that never was open is opened only when the right amount came, as after any payment. */
async function reopen(parts: OrderParts, tx: Database, order: Order, actor: Actor, detail: string): Promise<void> {
  const wasOpen = (await findEntitlement(tx, order.id)) !== undefined
  if (wasOpen || order.paidCents === order.priceCents) return deliver(parts, tx, order, actor, detail)
  const paid = await moveOrder(tx, order, 'paid', { actor, at: parts.clock.now(), detail })
  await removeNeeds(tx, order.id, ['disputed'])
  if (paid.needsOwner.includes('amount-differs')) return
  await flag(parts, tx, paid, 'amount-differs', 'nobody has told yet how much came', actor)
}

/** How many disputes of an order the bank has not decided, but for one. */
async function countOpenDisputes(tx: Database, order: Order, but: string): Promise<number> {
  const details = (await listMoves(tx, [order.id])).map(({ detail }) => detail)
  const opened = details.flatMap((detail) => /^dispute (\S+)$/.exec(detail)?.[1] ?? [])
  const isOver = (id: string) => details.includes(decided(id, 'won')) || details.includes(decided(id, 'lost'))
  return opened.filter((id) => id !== but && !isOver(id)).length
}

async function knownAsPaid(parts: OrderParts, tx: Database, order: Order, actor: Actor): Promise<Order> {
  if (!isUnpaid(order.state)) return order
  const at = parts.clock.now()
  const change = { paidAt: at, nextCheckAt: nextLook({ ...order, paidAt: at }, at) }
  return moveOrder(tx, order, 'paid', { actor, at, detail: 'told by what came after it' }, change)
}
