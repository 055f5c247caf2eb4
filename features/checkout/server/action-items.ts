import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { formatUsd } from '#shared/money.ts'
import { orRefusal } from '#platform/database/unavailable.ts'
import type { OrderAdminService } from '#features/checkout/contract.ts'
import { actionItemTitle, actionItemTodo, actionItemLabels } from '#features/checkout/action-item-labels.ts'
import { providerLabels } from '#features/checkout/order-filter.ts'
import type { Need, NeedSource } from '#features/owner/contract.ts'
import { listNeedingAction } from './admin/queries.ts'
import { dismissibleItems } from './admin/resolve-action-items.ts'
import { actionItemCents } from './orders/money.ts'
import { type Dispute, listDisputesOf, listEntitlementsOf, listOrderEvents, type Order } from './orders/queries.ts'

/** Maximum of orders in the list of action items; the list of orders has the rest. */
const maxListed = 200

/** A withdrawal must be refunded within this time. */
const withdrawalMs = 14 * 24 * 3_600_000

const isDismissible = (need: string) => dismissibleItems.some((one) => one === need)

/**
 * Creates the action items of orders. Only items without effect on money or access can be marked as done from the list;
 * claims and refunds are decided on the order page.
 */
export function orderActionItems({ db, desk }: { db: Database['db']; desk: OrderAdminService }): NeedSource {
  return {
    kinds: Object.keys(actionItemLabels),
    async list() {
      const orders = await orRefusal(listNeedingAction(db, maxListed))
      const ids = orders.map(({ id }) => id)
      if (ids.length === 0) return []
      const [moves, disputes, rights] = await orRefusal(
        Promise.all([listOrderEvents(db, ids), listDisputesOf(db, ids), listEntitlementsOf(db, ids)]),
      )
      return orders.flatMap((order) =>
        order.actionItems.map((need) => {
          const line = moves.findLast(({ orderId, detail }) => orderId === order.id && begins(need, detail))
          return needOf(order, need, {
            since: line?.at ?? order.createdAt,
            disputes: disputes.filter(({ orderId }) => orderId === order.id),
            hasAccess: rights.find(({ orderId }) => orderId === order.id)?.isOpen,
          })
        }),
      )
    },
    async act(key) {
      const { need, orderId } = partsOf(key)
      const order = await desk.find(orderId)
      if (!order?.actionItems.includes(need)) throw new AppError('conflict', 'This was already marked as done.')
      await desk.settle(orderId, [need])
    },
    async undo(key) {
      const { need, orderId } = partsOf(key)
      await desk.unresolve(orderId, [need])
    },
  }
}

type About = { since: Date; disputes: Dispute[]; hasAccess: boolean | undefined }

function needOf(order: Order, need: string, { since, disputes, hasAccess }: About): Need {
  const { id, code, bookTitle, provider, email } = order
  const cents = order.paidCents ?? order.priceCents
  const part = actionItemCents(need, order, disputes) ?? cents
  const amount = part < cents ? `${formatUsd(part)} of ${formatUsd(cents)}` : formatUsd(cents)
  const about = [code, amount, providerLabels[provider], bookTitle, email || 'no email address'].join(' · ')
  const due = dueOf(order, need, since)
  return {
    key: `${need}:${id}`,
    harm: 'money',
    title: actionItemTitle(need),
    detail: `${about}. ${actionItemTodo(need, hasAccess)}`.trim(),
    since: since.toISOString(),
    ...(due && { due: due.toISOString() }),
    ...(isDismissible(need) && { act: { label: 'Mark as done', canUndo: true } }),
    href: `/admin/orders/${id}`,
  }
}

function dueOf(order: Order, need: string, since: Date): Date | undefined {
  if (need === 'disputed' || need === 'partly-disputed' || need === 'inquiry') return order.disputeDueAt ?? undefined
  return need === 'withdrawal' ? new Date(since.getTime() + withdrawalMs) : undefined
}

/** Returns whether an event of the order raised the action item. */
function begins(need: string, detail: string): boolean {
  return need === 'withdrawal' ? detail === 'withdrawal declared' : detail.startsWith(`${need}: `)
}

function partsOf(key: string): { need: string; orderId: string } {
  const at = key.indexOf(':')
  const need = key.slice(0, at)
  if (!isDismissible(need)) throw new AppError('conflict', 'Open the order to decide this.')
  return { need, orderId: key.slice(at + 1) }
}
