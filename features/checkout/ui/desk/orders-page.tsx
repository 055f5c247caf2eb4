import { servicesContext } from '#shared/services.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { orderFilterOf, ordersCsvPath, searchOf } from '#features/checkout/order-filter.ts'
import { OrderSearch } from './order-search.tsx'
import { OrderTable } from './order-table.tsx'
import { OrderTotals } from './order-totals.tsx'
import type { Route } from './+types/orders-page.ts'

export const meta = () => [{ title: pageTitle('Orders') }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const filter = orderFilterOf(searchParams)
  return { filter, ...(await context.get(servicesContext).orderDesk.list(filter, pageOf(searchParams))) }
}

/** Every order there is, the newest first, with what came and went back. */
export default function OrdersPage({ loaderData: { filter, orders, page, pageCount, totals } }: Route.ComponentProps) {
  const search = searchOf(filter)
  return (
    <>
      <ScreenHeading
        title="Orders"
        actions={
          <ButtonAnchor href={search ? `${ordersCsvPath}?${search}` : ordersCsvPath} download>
            Download as CSV
          </ButtonAnchor>
        }
      >
        Cards are settled by their provider. Cash App payments are announced here and opened by your word.
      </ScreenHeading>
      <OrderTotals totals={totals} isFiltered={search !== ''} />
      <OrderSearch filter={filter} />
      <OrderTable
        orders={orders}
        empty={
          search ? (
            <EmptyState title="Nothing fits">No order is like that. Search for fewer letters, or clear the search.</EmptyState>
          ) : (
            <EmptyState title="No orders yet">
              As soon as somebody begins to pay for a book, the order stands here with every step it takes.
            </EmptyState>
          )
        }
      />
      <Pager label="Pages of orders" page={page} pageCount={pageCount} />
    </>
  )
}
