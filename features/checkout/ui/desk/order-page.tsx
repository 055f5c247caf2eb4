import { data, Link } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { stateWords } from '#features/checkout/order-filter.ts'
import { actOnOrder } from './act-on-order.ts'
import { OrderActs } from './order-acts.tsx'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { OrderFacts } from './order-facts.tsx'
import type { Route } from './+types/order-page.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { CircleAlert } from 'lucide-react'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderView } from '#features/checkout/contract.ts'
import { needTitle, needTodo } from '#features/checkout/need-words.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { useEffect, useRef } from 'react'
import { formatUsd } from '#shared/money.ts'
import { focusInView } from '#ui/focus-in-view.ts'
import { leftCents } from './left-cents.ts'
import { ActForm } from './act-form.tsx'

type Move = OrderView['moves'][number] & { number: number }

const actors: Record<string, string> = {
  buyer: 'Buyer',
  webhook: 'Provider’s message',
  return: 'Buyer’s return',
  sweep: 'Asked at the provider',
  owner: 'You',
}

const columns: DataColumn<Move>[] = [
  {
    key: 'at',
    header: 'When (UTC)',
    cell: ({ at }) => (
      <time dateTime={at} className="figures text-[0.9em] md:whitespace-nowrap">
        {formatTimestamp(at, 'second').replace(' UTC', '')}
      </time>
    ),
  },
  {
    key: 'to',
    header: 'Step',
    isRowHeader: true,
    cell: ({ from, to }) => (from === to ? 'Note' : to === 'paid' ? 'Paid' : stateWords[to]),
  },
  { key: 'actor', header: 'By', cell: ({ actor }) => actors[actor] ?? actor },
  { key: 'detail', header: 'What', cell: ({ detail }) => detail || <span className="text-dust">nothing more</span> },
]

/** Every step an order took, the oldest first. */
function OrderTrail({ code, moves }: { code: string; moves: OrderView['moves'] }) {
  return (
    <section aria-label={`Audit trail of ${code}`}>
      <DataTable
        caption="Audit trail"
        isCaptionShown
        columns={columns}
        rows={moves.map((move, number) => ({ ...move, number }))}
        rowKey={({ number }) => String(number)}
        empty={null}
      />
    </section>
  )
}

/** A bank waits for an answer. */
const bankNeeds = new Set(['disputed', 'partly-disputed', 'inquiry'])

/** What of an order waits for the owner, and what there is to do about it. */
function OrderNeeds({ order: { needsOwner, disputeDueAt, isBookOpen } }: { order: OrderView }) {
  if (needsOwner.length === 0) return null
  return (
    <ul
      aria-label="What waits for you"
      className="flex flex-col divide-y divide-groove border border-live bg-plate-raised"
    >
      {needsOwner.map((need) => (
        <li key={need} className="flex items-start gap-3 p-4">
          <CircleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0 text-live" />
          <div className="flex min-w-0 flex-col gap-1">
            <p>{needTitle(need)}</p>
            <p className="measure text-small text-dust">{needTodo(need, isBookOpen)}</p>
            {bankNeeds.has(need) && disputeDueAt ? (
              <p className="figures text-small text-live">
                Answer by <time dateTime={disputeDueAt}>{formatTimestamp(disputeDueAt, 'second')}</time>
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData?.order ? `Order ${loaderData.order.code}` : 'No such order') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const order = await context.get(servicesContext).orderDesk.find(params.id)
  if (!order) return data({ order: undefined, isAsking: false }, { status: 404 })
  return data({ order, isAsking: new URL(request.url).searchParams.get('ask') === 'refund' })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const order = await services.orderDesk.find(params.id)
  if (!order) return data({ kind: 'refused' as const, message: 'There is no such order.' }, { status: 404 })
  const { outcome, status } = await actOnOrder(
    services,
    context.get(actorContext).email,
    order,
    await request.formData(),
  )
  return data(outcome, { status })
}

/** One order: what waits in it, what may be done, what it is about, and every step it took. */
export default function OrderPage({ loaderData: { order, isAsking }, actionData }: Route.ComponentProps) {
  const result = useOutcomeFocus(actionData)
  if (!order) return <NoOrder />
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <ScreenHeading title={order.code}>{`${stateWords[order.state]} · ${order.bookTitle}`}</ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={actionData} />
      </div>
      <OrderNeeds order={order} />
      {isAsking ? <RefundQuestion order={order} /> : null}
      <OrderActs order={order} isAsking={isAsking} />
      <OrderFacts order={order} />
      <OrderTrail code={order.code} moves={order.moves} />
    </>
  )
}

/** There is no order at this address. */
function NoOrder() {
  return (
    <>
      <ScreenHeading title="No such order" />
      <EmptyState
        title="Nothing stands at this address"
        action={<ButtonLink to="/admin/orders">All orders</ButtonLink>}
      >
        It may be mistyped. Orders are never deleted; look for its code in the list.
      </EmptyState>
    </>
  )
}

/** The step before money goes back: how much, to whom, and what comes of it. */
function RefundQuestion({ order }: { order: OrderView }) {
  const { id, state, provider, email, bookTitle, refundedCents } = order
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusInView(heading.current), [])
  if (state !== 'paid' && state !== 'fulfilled' && state !== 'disputed') return null
  const money = formatUsd(leftCents(order))
  const buyer = email || 'the buyer, who left no address'
  const isByHand = provider === 'cashapp'
  return (
    <section
      aria-labelledby="refund-heading"
      className="flex flex-col gap-4 border border-live bg-plate-raised p-5 md:p-6"
    >
      <h2 id="refund-heading" ref={heading} tabIndex={-1} className="title outline-none">
        Give back {money} to {buyer}?
      </h2>
      <p className="measure text-dust">
        {isByHand
          ? 'Cash App gives nothing back by itself: send the money there first, then say so here. '
          : refundedCents > 0
            ? `${formatUsd(refundedCents)} went back already. The rest goes back through the provider. `
            : 'All of the payment goes back through the provider. '}
        {bookTitle} closes for the buyer{email ? ', who is told by mail' : ''}. This cannot be undone.
      </p>
      <div className="flex flex-wrap gap-3">
        <ActForm order={id} act="refund" variant="primary">
          {isByHand ? `I have sent ${money} back in Cash App` : `Give back ${money}`}
        </ActForm>
        <Link to={`/admin/orders/${id}`} preventScrollReset className={buttonClass('quiet')}>
          Keep the money
        </Link>
      </div>
    </section>
  )
}
