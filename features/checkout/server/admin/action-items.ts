import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { formatUsd } from '#shared/money.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { OrderAdminService } from '#features/checkout/contract.ts'
import {
  actionItemLabels,
  actionItemTitle,
  actionItemTodo,
  testOrderNote,
  isWithdrawalEvent,
  isWithdrawalGuess,
} from '#features/checkout/action-item-labels.ts'
import { paymentMethodLabel } from '#features/checkout/order-filter.ts'
import { withdrawalDueAt } from '#features/checkout/withdrawal-right.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { listNeedingAction } from './queries.ts'
import { dismissibleItems } from './resolve-action-items.ts'
import { actionItemCents } from '../orders/money.ts'
import { withdrawalRightOf } from '../orders/withdrawal-right-of.ts'
import { type Dispute, listDisputesOf, listEntitlementsOf, listOrderEvents, type Order } from '../orders/queries.ts'

/** Maximum number of orders in the list of action items; the list of orders has the rest. */
const maxListed = 200

const isDismissible = (item: string) => dismissibleItems.some((one) => one === item)

/**
 * Creates the action items of orders. Only items without effect on money or access can be marked as done from the list;
 * claims and refunds are decided on the order page.
 */
export function orderActionItems({ db, admin }: { db: Database['db']; admin: OrderAdminService }): ActionItemSource {
  return {
    kinds: Object.keys(actionItemLabels),
    async list() {
      const orders = await withUnavailableError(listNeedingAction(db, maxListed))
      const ids = orders.map(({ id }) => id)
      if (ids.length === 0) return []
      const [events, disputes, rights] = await withUnavailableError(
        Promise.all([listOrderEvents(db, ids), listDisputesOf(db, ids), listEntitlementsOf(db, ids)]),
      )
      return orders.flatMap((order) =>
        order.actionItems.map((item) => {
          const history = events.filter(({ orderId }) => orderId === order.id)
          return toActionItem(order, item, {
            since: history.findLast(({ detail }) => begins(item, detail))?.at ?? order.createdAt,
            isWithdrawalGuess: isWithdrawalGuess(history),
            disputes: disputes.filter(({ orderId }) => orderId === order.id),
            entitlement: rights.find(({ orderId }) => orderId === order.id),
          })
        }),
      )
    },
    async runAction(key) {
      const { item, orderId } = partsOf(key)
      const order = await admin.find(orderId)
      if (!order?.actionItems.includes(item)) throw new AppError('conflict', 'This was already marked as done.')
      await admin.resolve(orderId, [item])
    },
    async undo(key) {
      const { item, orderId } = partsOf(key)
      await admin.unresolve(orderId, [item])
    },
  }
}

type About = {
  since: Date
  isWithdrawalGuess: boolean
  disputes: Dispute[]
  entitlement: { isOpen: boolean; createdAt: Date } | undefined
}

function toActionItem(order: Order, item: string, about: About): ActionItem {
  const { since, isWithdrawalGuess: isGuess, disputes, entitlement } = about
  const { id, code, bookTitle, provider, isSample, email } = order
  const cents = order.paidCents ?? order.priceCents
  const part = actionItemCents(item, order, disputes) ?? cents
  const amount = part < cents ? `${formatUsd(part)} of ${formatUsd(cents)}` : formatUsd(cents)
  const summary = [code, amount, paymentMethodLabel(order), bookTitle, email || 'No email address'].join(' · ')
  const todo = actionItemTodo(item, {
    provider,
    state: order.state,
    hasAccess: entitlement?.isOpen,
    withdrawalRight: withdrawalRightOf(order, entitlement),
    withdrawnAt: since.toISOString(),
    isWithdrawalGuess: isGuess,
    isSample,
  })
  const due = dueOf(order, item, since)
  return {
    key: `${item}:${id}`,
    severity: 'money',
    title: actionItemTitle(item),
    detail: [`${summary}.`, ...(provider === 'test' ? [testOrderNote] : []), todo].join(' ').trim(),
    since: since.toISOString(),
    ...(due && { due: due.toISOString() }),
    ...(isDismissible(item) && { action: { label: 'Mark as done', canUndo: true } }),
    href: `/admin/orders/${id}`,
  }
}

/** Returns when a bank or the law expects a response; neither does for a test order or a sample order. */
function dueOf(order: Order, item: string, since: Date): Date | undefined {
  if (order.provider === 'test' || order.isSample) return undefined
  if (item === 'disputed' || item === 'partly-disputed' || item === 'inquiry') return order.disputeDueAt ?? undefined
  return item === 'withdrawal' ? withdrawalDueAt(since) : undefined
}

/** Returns whether an event of the order raised the action item. */
function begins(item: string, detail: string): boolean {
  return item === 'withdrawal' ? isWithdrawalEvent(detail) : detail.startsWith(`${item}: `)
}

function partsOf(key: string): { item: string; orderId: string } {
  const at = key.indexOf(':')
  const item = key.slice(0, at)
  if (!isDismissible(item)) throw new AppError('conflict', 'Open the order to decide this.')
  return { item, orderId: key.slice(at + 1) }
}
