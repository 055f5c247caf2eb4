import { data } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { servicesContext } from '#shared/services.ts'
import { ActResult } from '#ui/act-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { lookAgainAfterActs } from '#ui/look-again-after-acts.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { stateWords } from '#features/checkout/order-filter.ts'
import { actOnOrder } from './act-on-order.ts'
import { OrderActs } from './acts/order-acts.tsx'
import { RefundQuestion } from './acts/refund-question.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { NoOrder } from './no-order.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderNeeds } from './order-needs.tsx'
import { OrderTrail } from './order-trail.tsx'
import type { Route } from './+types/order-page.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData?.order ? `Order ${loaderData.order.code}` : 'No such order') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = lookAgainAfterActs

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const order = await context.get(servicesContext).orderDesk.find(params.id)
  if (!order) return data({ order: undefined, isAsking: false }, { status: 404 })
  return data({ order, isAsking: new URL(request.url).searchParams.get('ask') === 'refund' })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const order = await services.orderDesk.find(params.id)
  if (!order) return data({ kind: 'refused' as const, message: 'There is no such order.' }, { status: 404 })
  const { outcome, status } = await actOnOrder(services, context.get(actorContext).email, order, await request.formData())
  return data(outcome, { status })
}

/** One order: what waits in it, what may be done, what it is about, and every step it took. */
export default function OrderPage({ loaderData: { order, isAsking }, actionData }: Route.ComponentProps) {
  const result = useFocusKept(actionData)
  if (!order) return <NoOrder />
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <ScreenHeading title={order.code}>{`${stateWords[order.state]} · ${order.bookTitle}`}</ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActResult outcome={actionData} />
      </div>
      <OrderNeeds order={order} />
      {isAsking ? <RefundQuestion order={order} /> : null}
      <OrderActs order={order} isAsking={isAsking} />
      <OrderFacts order={order} />
      <OrderTrail code={order.code} moves={order.moves} />
    </>
  )
}
