import { servicesContext } from '#shared/services.ts'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { type PageMatches, unlistedMeta } from '#ui/page-meta.ts'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import {
  parseOrderFilter,
  ordersCsvPath,
  toSearchParams,
  providerLabels,
  stateFilterLabels,
} from '#features/checkout/order-filter.ts'
import { countSnoozedOrders, needsActionLabel } from '#features/checkout/action-item-labels.ts'
import { OrderTable } from './order-table.tsx'
import type { Route } from './+types/orders-page.ts'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { OrderFilter, OrderPage } from '#features/checkout/contract.ts'
import { Link } from 'react-router'
import { formatUsd } from '#shared/money.ts'

type TotalsProps = { totals: OrderPage['totals']; snoozed: number; isFiltered: boolean }

/** Totals of the matching orders. Snoozed orders need action as well, although the tab does not count them. */
function OrderTotals({ totals, snoozed, isFiltered }: TotalsProps) {
  const { orders, grossCents, refundedCents, lostCents, testGrossCents, testRefundedCents, waiting } = totals
  return (
    <dl className="grid grid-cols-2 border-y border-groove lg:grid-cols-4">
      <Total term={isFiltered ? 'Orders found' : 'Orders'} value={orders.toLocaleString('en-US')} />
      <Total term={including('Revenue', { 'test orders': testGrossCents })} value={formatUsd(grossCents)} />
      <Total
        term={including('Refunds', { 'lost disputes': lostCents, 'test orders': testRefundedCents })}
        value={formatUsd(refundedCents)}
      />
      <Total
        term={needsActionLabel(snoozed, isFiltered)}
        value={waiting.toLocaleString('en-US')}
        to={waiting > 0 ? '?waiting=1' : undefined}
      />
    </dl>
  )
}

/** Adds what an amount includes that its name does not say, such as test orders, which are no real money. */
function including(term: string, parts: Record<string, number>): string {
  const present = Object.entries(parts).flatMap(([name, cents]) => (cents > 0 ? [name] : []))
  return present.length > 0 ? `${term} (including ${present.join(' and ')})` : term
}

function Total({ term, value, to }: { term: string; value: string; to?: string | undefined }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 border-groove py-4 pr-4 max-lg:nth-[n+3]:border-t">
      <dt className="label text-dust">{term}</dt>
      <dd className="figures text-[1.375rem] tracking-tight">
        {to ? (
          <Link to={to} className="inline-flex min-h-11 min-w-11 items-center text-live underline underline-offset-4">
            {value}
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center">{value}</span>
        )}
      </dd>
    </div>
  )
}

export const meta = ({ matches }: { matches: PageMatches }) => unlistedMeta(matches, 'Orders')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const filter = parseOrderFilter(searchParams)
  const { inbox, orderAdmin } = context.get(servicesContext)
  const [list, items] = await Promise.all([orderAdmin.list(filter, pageOf(searchParams)), inbox.list()])
  return { filter, ...list, snoozed: countSnoozedOrders(items) }
}

/** List of all orders, newest first, with totals. */
export default function OrdersPage({
  loaderData: { filter, orders, page, pageCount, totals, snoozed },
}: Route.ComponentProps) {
  const search = toSearchParams(filter)
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
        Card payments are confirmed automatically. Confirm Cash App payments here; the buyer gets the book as soon as
        you do.
      </ScreenHeading>
      <OrderTotals totals={totals} snoozed={snoozed} isFiltered={search !== ''} />
      <OrderSearch filter={filter} />
      <OrderTable
        orders={orders}
        empty={
          search ? (
            <EmptyState title="No matching orders" action={<ButtonLink to="/admin/orders">Show all orders</ButtonLink>}>
              {filter.query ? 'Try a shorter search, or clear it.' : 'Change the filters.'}
            </EmptyState>
          ) : (
            <EmptyState title="No orders yet">
              Orders appear here, with their full history, as soon as a buyer starts a checkout.
            </EmptyState>
          )
        }
      />
      <Pager label="Order pages" page={page} pageCount={pageCount} />
    </>
  )
}

/** Filter of the list of orders; every filter has its own URL. */
function OrderSearch({ filter }: { filter: OrderFilter }) {
  const { query = '', state = '', provider = '', needsAction } = filter
  return (
    <SearchForm
      label="Search orders"
      value={query}
      placeholder="Order, email, book or payment ID"
      clearTo="/admin/orders"
    >
      <SelectField
        key={`state ${state}`}
        label="Status"
        name="state"
        defaultValue={state}
        options={[['', 'Any'], ...Object.entries(stateFilterLabels)]}
        className="flex-1 basis-36 sm:max-w-52"
      />
      <SelectField
        key={`provider ${provider}`}
        label="Payment method"
        name="provider"
        defaultValue={provider}
        options={[['', 'Any'], ...Object.entries(providerLabels)]}
        className="flex-1 basis-36 sm:max-w-44"
      />
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pr-2">
        <input type="checkbox" name="waiting" value="1" defaultChecked={needsAction} className="size-5 accent-live" />
        <span className="text-small">Needs action</span>
      </label>
    </SearchForm>
  )
}
