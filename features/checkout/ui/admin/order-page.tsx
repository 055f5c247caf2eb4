import { data, Link } from 'react-router'
import { pageTranslator } from '#shared/messages.ts'
import { actorContext } from '#shared/actor.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { unlistedMeta } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { orderEventLabels, orderStateLabel } from '#features/checkout/order-filter.ts'
import { performOrderAction } from './perform-order-action.ts'
import { OrderActions } from './order-actions.tsx'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { OrderFacts } from './order-facts.tsx'
import type { Route } from './+types/order-page.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { CircleAlert } from 'lucide-react'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderDetails } from '#features/checkout/contract.ts'
import {
  actionItemTitle,
  actionItemTodo,
  describeEventDetail,
  sampleOrderNote,
  testOrderNote,
} from '#features/checkout/action-item-labels.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { useEffect, useRef } from 'react'
import { formatUsd } from '#shared/money.ts'
import { focusInView } from '#ui/focus-in-view.ts'
import { accessAfterRefund } from './access-after-refund.ts'
import { refundableCents } from './refundable-cents.ts'
import { ActionForm } from './action-form.tsx'

type EventRow = OrderDetails['events'][number] & { number: number; label: string | undefined }

const actors: Record<string, string> = {
  buyer: 'Buyer',
  webhook: 'Webhook',
  return: 'Checkout return',
  reconcile: 'Status check',
  owner: 'You',
}

const columns: DataColumn<EventRow>[] = [
  {
    key: 'at',
    header: 'Time (UTC)',
    cell: ({ at }) => (
      <time dateTime={at} className="figures text-[0.9em] md:whitespace-nowrap">
        {formatTimestamp(at, 'second').replace(' UTC', '')}
      </time>
    ),
  },
  {
    key: 'to',
    header: 'Event',
    isRowHeader: true,
    cell: ({ label }) => label,
  },
  { key: 'actor', header: 'By', cell: ({ actor }) => actors[actor] ?? actor },
  {
    key: 'detail',
    header: 'Details',
    cell: ({ detail }) => describeEventDetail(detail) || <span className="text-dust">None</span>,
  },
]

/** History of an order, oldest event first. */
function OrderHistory({ order }: { order: OrderDetails }) {
  const labels = orderEventLabels(order)
  return (
    <section aria-label={`History of ${order.code}`}>
      <DataTable
        caption="History"
        isCaptionShown
        columns={columns}
        rows={order.events.map((event, number) => ({ ...event, number, label: labels[number] }))}
        rowKey={({ number }) => String(number)}
        empty={null}
      />
    </section>
  )
}

/** Action items with a deadline of the bank. */
const bankItems = new Set(['disputed', 'partly-disputed', 'inquiry'])

/** Open action items of an order, with instructions. */
function OrderActionItems({ order }: { order: OrderDetails }) {
  const { actionItems, disputeDueAt, provider } = order
  if (actionItems.length === 0) return null
  return (
    <ul aria-label="Needs action" className="flex flex-col divide-y divide-groove border border-live bg-plate-raised">
      {actionItems.map((item) => (
        <li key={item} className="flex items-start gap-3 p-4">
          <CircleAlert size={18} className="mt-1 shrink-0 text-live" />
          <div className="flex min-w-0 flex-col gap-1">
            <p>{actionItemTitle(item)}</p>
            <p className="measure text-small text-dust">{actionItemTodo(item, order)}</p>
            {bankItems.has(item) && disputeDueAt && provider !== 'test' ? (
              <p className="figures text-small text-live">
                Respond by <time dateTime={disputeDueAt}>{formatTimestamp(disputeDueAt, 'second')}</time>
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  unlistedMeta(matches, loaderData?.order ? `Order ${loaderData.order.code}` : 'Order not found')

export const shouldRevalidate = revalidateAfterActions

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const order = await context.get(servicesContext).orderAdmin.find(params.id)
  if (!order) return data({ order: undefined, isConfirmingRefund: false }, { status: 404 })
  return data({ order, isConfirmingRefund: new URL(request.url).searchParams.get('ask') === 'refund' })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { orderAdmin, auditLog, backgroundJobs } = context.get(servicesContext)
  const order = await orderAdmin.find(params.id)
  if (!order) return data({ kind: 'refused' as const, message: 'Order not found.' }, { status: 404 })
  const { outcome, status } = await performOrderAction(
    { orderAdmin, auditLog, backgroundJobs, t: pageTranslator(context) },
    context.get(actorContext).email,
    order,
    await request.formData(),
  )
  return data(outcome, { status })
}

/** Page of one order: action items, actions, details and history. */
export default function OrderPage({ loaderData: { order, isConfirmingRefund }, actionData }: Route.ComponentProps) {
  const result = useOutcomeFocus(actionData)
  if (!order) return <NoOrder />
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <ScreenHeading title={order.code}>{`${orderStateLabel(order)} · ${order.bookTitle}`}</ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={actionData} />
      </div>
      {order.provider === 'test' ? <p className="measure">{testOrderNote}</p> : null}
      {order.isSample ? <p className="measure">{sampleOrderNote}</p> : null}
      <OrderActionItems order={order} />
      {isConfirmingRefund ? <RefundConfirmation order={order} /> : null}
      <OrderActions order={order} isConfirmingRefund={isConfirmingRefund} />
      <OrderFacts order={order} />
      <OrderHistory order={order} />
    </>
  )
}

/** Shown for an unknown order. */
function NoOrder() {
  return (
    <>
      <ScreenHeading title="Order not found" />
      <EmptyState title="No order at this address" action={<ButtonLink to="/admin/orders">View all orders</ButtonLink>}>
        Check the address. Orders are never deleted, so you can search for the order code in the list.
      </EmptyState>
    </>
  )
}

/** Confirmation before a refund: amount, recipient and consequences. */
function RefundConfirmation({ order }: { order: OrderDetails }) {
  const { id, state, provider, email, refundedCents, isSample } = order
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusInView(heading.current), [])
  if (state !== 'paid' && state !== 'fulfilled') return null
  const money = formatUsd(refundableCents(order))
  const buyer = email || 'the buyer (no email address)'
  const isManual = provider === 'cashapp'
  // After a failed refund the owner contacts the buyer instead.
  const isMailed = email !== '' && !order.actionItems.includes('refund-failed')
  return (
    <section
      aria-labelledby="refund-heading"
      className="flex flex-col gap-4 border border-live bg-plate-raised p-5 md:p-6"
    >
      <h2 id="refund-heading" ref={heading} tabIndex={-1} className="title outline-none">
        Refund {money} to {buyer}?
      </h2>
      <p className="measure text-dust">
        {provider === 'test'
          ? 'This is a test order, so no real money is refunded. '
          : isManual
            ? isSample
              ? 'This order uses the sample Cash App handle, so there is no payment to return. '
              : 'Cash App refunds are manual: send the money in Cash App first, then confirm it here. '
            : refundedCents > 0
              ? `${formatUsd(refundedCents)} was already returned. The rest is refunded through the payment provider. `
              : 'The full payment is refunded through the payment provider. '}
        The buyer {accessAfterRefund(order).planned}
        {isMailed ? ' and is notified by email' : ''}. This cannot be undone.
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionForm order={id} action="refund" variant="primary">
          {isManual ? `Mark ${money} as refunded` : `Refund ${money}`}
        </ActionForm>
        <Link to={`/admin/orders/${id}`} preventScrollReset className={buttonClass('quiet')}>
          Cancel
        </Link>
      </div>
    </section>
  )
}
