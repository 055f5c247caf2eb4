import type { PaymentDispute } from '#platform/payments/provider.ts'
import { formatUsd } from '#shared/money.ts'
import { type Actor, changeOrderState, addOrderNote } from './change-order-state.ts'
import { deliver, flag, fulfilWithin, type Proof } from './fulfil.ts'
import type { OrderDeps } from './order-deps.ts'
import { mailRefund } from './mail-refund.ts'
import {
  isFullyReturned,
  isFullyReturnedOrDisputed,
  isPartlyReturnedOrDisputed,
  isNewerReport,
  type Money,
  moneyOf,
} from './money.ts'
import { nextCheck } from './next-check.ts'
import { isUnpaid } from './order-states.ts'
import {
  addActionItem,
  type Database,
  type Dispute,
  findDispute,
  findEntitlement,
  listDisputes,
  lockOrder,
  type Order,
  removeActionItems,
  updateEntitlement,
  updateOrder,
  upsertDispute,
} from './queries.ts'

/*
 * Effects of refunds and disputes on orders. Events arrive in any order: a refund or dispute implies a payment, even
 * when the payment event has not arrived yet. Events are stored as amounts, and the state of the order follows from
 * them: the buyer loses access when the full payment was returned or is held, and keeps it otherwise, unless the owner
 * revokes it.
 */

// Action items about other payments, failed refunds and open inquiries stay open.
const endedByRefund = ['claim', 'amount-differs', 'partly-refunded', 'withdrawal', 'dispute-partly-lost']

/** Source of a report, and the payment from its payment page if it was not known before. */
type Report = { actor: Actor; proof?: Proof | undefined }

/**
 * Applies a refund of `cents` in total; `isFull` when the provider reports a full refund. After a partial refund the
 * buyer keeps access and the owner decides.
 */
export async function applyRefund(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  { cents, isFull, detail }: { cents: number; isFull: boolean; detail: string },
  report: Report,
): Promise<void> {
  const paidCents = order.paidCents ?? order.priceCents
  const givenBackCents = isFull ? Math.max(cents, paidCents) : cents
  if (order.state === 'refunded' || givenBackCents <= order.givenBackCents) return
  const known = await updateOrder(tx, order.id, { givenBackCents })
  const after = await followMoney(deps, tx, known, { ...report, detail: isFull ? detail : '' })
  if (after.state === 'refunded') return
  await flag(
    deps,
    tx,
    after,
    'partly-refunded',
    `${formatUsd(givenBackCents)} of ${formatUsd(paidCents)} refunded`,
    report.actor,
  )
}

/** Records that the owner refunded the remaining amount: access ends, and the buyer is notified. */
export async function applyFullRefund(deps: OrderDeps, tx: Database, order: Order): Promise<void> {
  if (order.state === 'refunded') return
  const { paidCents, returnedCents } = moneyOf(order, await listDisputes(tx, order.id))
  const rest = paidCents - returnedCents
  const known = await updateOrder(tx, order.id, { givenBackCents: order.givenBackCents + rest })
  await followMoney(deps, tx, known, { actor: 'owner', detail: `${formatUsd(rest)} refunded by the owner` })
}

/** Applies an inquiry or dispute. The owner is notified of every dispute, including a second one. */
export async function applyDispute(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  dispute: PaymentDispute,
  report: Report,
): Promise<void> {
  const { id, status, dueAt = null, reportedAt } = dispute
  // An amount in another currency counts as the full payment, to be safe.
  const amountCents =
    dispute.currency === '' || dispute.currency === order.currency ? (dispute.amountCents ?? null) : null
  const known = await findDispute(tx, order.id, id)
  if (known && !isNewerReport(known, dispute)) return
  await upsertDispute(tx, { id, orderId: order.id, status, amountCents, dueAt, reportedAt })
  const isSame = known?.status === status && known.amountCents === amountCents
  const detail = isSame ? '' : describeDispute(dispute, amountCents, order)
  // An inquiry does not change the state, except when it ends before its payment is known.
  const after = await followMoney(deps, tx, order, { ...report, detail, mayReopen: status === 'won' })
  if (!isSame)
    await notifyOwner(deps, tx, after, { id, detail, status, wasRefunded: order.state === 'refunded' }, report.actor)
}

/** Updates an order after new information about its payment. */
export async function followPayment(deps: OrderDeps, tx: Database, orderId: string, actor: Actor): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order && !isUnpaid(order.state)) await followMoney(deps, tx, order, { actor, detail: '' })
}

type MoneyCause = Report & { detail: string; mayReopen?: boolean }

async function followMoney(deps: OrderDeps, tx: Database, before: Order, cause: MoneyCause): Promise<Order> {
  const disputes = await listDisputes(tx, before.id)
  const money = moneyOf(before, disputes)
  const change = {
    refundedCents: money.returnedCents,
    disputeDueAt: firstDue(disputes),
    ...resumeChecks(deps, before, disputes),
  }
  const order = await updateOrder(tx, before.id, change)
  const moved = await changeStateByMoney(deps, tx, order, money, cause)
  await settleDecision(tx, moved, money)
  return updateDisputeItems(tx, moved, disputes)
}

/** Resumes checks of an old payment while a bank has not decided. */
function resumeChecks({ clock }: OrderDeps, order: Order, disputes: readonly Dispute[]): { nextCheckAt?: Date | null } {
  const isDisputed = disputes.some(({ status }) => status === 'open' || status === 'inquiry')
  if (!isDisputed || order.nextCheckAt !== null || order.state === 'refunded') return {}
  return { nextCheckAt: nextCheck({ ...order, isDisputed }, clock.now()) }
}

async function changeStateByMoney(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  money: Money,
  cause: MoneyCause,
): Promise<Order> {
  const { actor, detail, proof, mayReopen = false } = cause
  const at = deps.clock.now()
  const note = async () => {
    if (detail) await addOrderNote(tx, order, { actor, at, detail })
    return order
  }
  if (isFullyReturned(money)) {
    if (order.state === 'refunded') return note()
    const paid = await ensurePaid(deps, tx, order, actor)
    const closed = { nextCheckAt: null, disputeDueAt: null }
    await changeOrderState(tx, paid, 'refunded', { actor, detail, at }, closed)
    const refunded = await removeActionItems(tx, order.id, endedByRefund)
    await updateEntitlement(tx, order.id, { isOpen: false })
    await mailRefund(deps, tx, refunded)
    return refunded
  }
  // The owner must decide about a book that was never delivered.
  if (order.state === 'refunded') {
    const wasOpen = (await findEntitlement(tx, order.id)) !== undefined
    return mayReopen && wasOpen ? restoreAfterDispute(deps, tx, order, money, { actor, detail }) : note()
  }
  if (isFullyReturnedOrDisputed(money)) {
    if (order.state === 'disputed') return note()
    const paid = await ensurePaid(deps, tx, order, actor)
    const disputed = await changeOrderState(tx, paid, 'disputed', { actor, at, detail })
    const entitlement = await findEntitlement(tx, order.id)
    await updateEntitlement(tx, order.id, { isOpen: entitlement?.decision === 'open' })
    return disputed
  }
  if (order.state === 'disputed') return restoreAfterDispute(deps, tx, order, money, { actor, detail })
  await note()
  // The payment was not known before, and part of it was not returned: the book is due.
  if (!proof || !isUnpaid(order.state)) return order
  await fulfilWithin(deps, tx, order.id, proof, actor)
  return (await lockOrder(tx, order.id))!
}

/**
 * Restores an order whose dispute was won. A book that was never delivered is delivered only for the right amount, as
 * after any payment.
 */
async function restoreAfterDispute(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  money: Money,
  { actor, detail }: { actor: Actor; detail: string },
): Promise<Order> {
  const entitlement = await findEntitlement(tx, order.id)
  if (entitlement !== undefined || order.paidCents === order.priceCents) {
    await deliver(deps, tx, order, actor, detail)
    if (entitlement?.decision === 'closed' && isPartlyReturnedOrDisputed(money))
      await updateEntitlement(tx, order.id, { isOpen: false })
    return (await lockOrder(tx, order.id))!
  }
  const paid = await changeOrderState(tx, order, 'paid', { actor, at: deps.clock.now(), detail })
  if (!paid.actionItems.includes('amount-differs'))
    await flag(deps, tx, paid, 'amount-differs', 'the amount paid is not known yet', actor)
  return (await lockOrder(tx, order.id))!
}

/** Clears the owner’s decision about access once the payment is complete or fully returned. */
async function settleDecision(tx: Database, order: Order, money: Money): Promise<void> {
  const entitlement = await findEntitlement(tx, order.id)
  if (!entitlement?.decision || (isPartlyReturnedOrDisputed(money) && order.state !== 'refunded')) return
  await updateEntitlement(tx, order.id, { decision: null, ...(order.state === 'fulfilled' && { isOpen: true }) })
}

/** Updates the action items of disputes; items marked as done are not raised again. */
async function updateDisputeItems(tx: Database, order: Order, disputes: readonly Dispute[]): Promise<Order> {
  const hasStatus = (status: Dispute['status']) => disputes.some((one) => one.status === status)
  const closes = order.state === 'disputed' || order.state === 'refunded'
  const [current, other] = closes ? ['disputed', 'partly-disputed'] : ['partly-disputed', 'disputed']
  const wasRaised = order.actionItems.includes(other!)
  const over = [other!, ...(hasStatus('open') ? [] : [current!]), ...(hasStatus('inquiry') ? [] : ['inquiry'])]
  if (!over.some((item) => order.actionItems.includes(item))) return order
  const left = await removeActionItems(tx, order.id, over)
  return wasRaised && hasStatus('open') ? addActionItem(tx, order.id, current!) : left
}

type DisputeChange = { id: string; status: PaymentDispute['status']; detail: string; wasRefunded: boolean }

async function notifyOwner(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  { id, status, detail, wasRefunded }: DisputeChange,
  actor: Actor,
) {
  const disputes = await listDisputes(tx, order.id)
  if (status === 'inquiry') return flag(deps, tx, order, 'inquiry', detail, actor)
  if (status === 'open') {
    const isSecond = disputes.some((one) => one.status === 'open' && one.id !== id)
    const item = order.state === 'disputed' || order.state === 'refunded' ? 'disputed' : 'partly-disputed'
    const todo = wasRefunded
      ? '; the payment was already refunded, so send the bank proof of the refund'
      : isSecond
        ? ' in addition to another one; respond to both through the payment provider'
        : '; respond through the payment provider'
    return flag(deps, tx, order, item, detail + todo, actor)
  }
  if (status !== 'lost') return undefined
  const { isReturnedTwice } = moneyOf(order, disputes)
  const loss = isReturnedTwice
    ? `${detail}; the payment was already refunded, so the money may have been returned twice`
    : detail
  return flag(deps, tx, order, order.state === 'refunded' ? 'dispute-lost' : 'dispute-partly-lost', loss, actor)
}

/** Describes a dispute in the history: `dispute dp_1 for $3.00 of $9.99`, then `dispute dp_1 lost ($3.00 of $9.99)`. */
function describeDispute({ id, status }: PaymentDispute, amountCents: number | null, order: Order): string {
  const paidCents = order.paidCents ?? order.priceCents
  const part =
    amountCents !== null && amountCents < paidCents ? `${formatUsd(amountCents)} of ${formatUsd(paidCents)}` : ''
  const name = `${status === 'inquiry' || status === 'closed' ? 'inquiry' : 'dispute'} ${id}`
  if (status === 'inquiry' || status === 'open') return part ? `${name} for ${part}` : name
  return part ? `${name} ${status} (${part})` : `${name} ${status}`
}

/** Returns the earliest deadline of open disputes. */
function firstDue(disputes: readonly Dispute[]): Date | null {
  const ends = disputes.flatMap(({ status, dueAt }) =>
    (status === 'open' || status === 'inquiry') && dueAt ? [dueAt.getTime()] : [],
  )
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

async function ensurePaid(deps: OrderDeps, tx: Database, order: Order, actor: Actor): Promise<Order> {
  if (!isUnpaid(order.state)) return order
  const at = deps.clock.now()
  const change = { paidAt: at, nextCheckAt: nextCheck({ ...order, paidAt: at }, at) }
  return changeOrderState(tx, order, 'paid', { actor, at, detail: 'inferred from a later event' }, change)
}
