import { Link } from 'react-router'
import { formatUsd } from '#shared/money.ts'
import type { OrderPage } from '#features/checkout/contract.ts'

/** What all orders asked for come to. */
export function OrderTotals({ totals, isFiltered }: { totals: OrderPage['totals']; isFiltered: boolean }) {
  const { orders, grossCents, refundedCents, waiting } = totals
  return (
    <dl className="grid grid-cols-2 border-y border-groove lg:grid-cols-4">
      <Total term={isFiltered ? 'Orders found' : 'Orders'} value={orders.toLocaleString('en-US')} />
      <Total term="Came in" value={dollars(grossCents)} />
      <Total term="Went back" value={dollars(refundedCents)} />
      <Total term="Wait for you, in all" value={waiting.toLocaleString('en-US')} to={waiting > 0 ? '?waiting=1' : undefined} />
    </dl>
  )
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

const dollars = (cents: number) => formatUsd(cents).replace(/\B(?=(\d{3})+\.)/g, ',')
