import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '#shared/money.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderLine } from '#features/checkout/contract.ts'
import { needTitle } from '#features/checkout/need-words.ts'
import { providerWords, stateWords } from '#features/checkout/order-filter.ts'

const columns: DataColumn<OrderLine>[] = [
  {
    key: 'code',
    header: 'Order',
    isRowHeader: true,
    cell: ({ id, code }) => (
      <Link
        to={`/admin/orders/${id}`}
        prefetch="intent"
        className="figures -my-3 inline-flex min-h-11 items-center whitespace-nowrap underline decoration-groove underline-offset-4 hover:decoration-sand"
      >
        {code}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, needsOwner }) => (
      <>
        <span className="block">{stateWords[state]}</span>
        {needsOwner.map((need) => (
          <span key={need} className="block text-live">
            {needTitle(need)}
          </span>
        ))}
      </>
    ),
  },
  { key: 'buyer', header: 'Buyer', cell: ({ email }) => email || <span className="text-dust">no address</span> },
  { key: 'book', header: 'Book', cell: ({ bookTitle }) => bookTitle },
  { key: 'provider', header: 'Paid by', isShort: true, cell: ({ provider }) => providerWords[provider] },
  { key: 'price', header: 'Price', isNumeric: true, cell: ({ priceCents }) => formatUsd(priceCents) },
  {
    key: 'ordered',
    header: 'Ordered (UTC)',
    isNumeric: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt).replace(' UTC', '')}</time>,
  },
]

/** Orders in a list, each a link to all of it. */
export function OrderTable({ orders, empty }: { orders: OrderLine[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Orders, the newest first"
      columns={columns}
      rows={orders}
      rowKey={({ id }) => id}
      isHighlighted={({ needsOwner }) => needsOwner.length > 0}
      empty={empty}
    />
  )
}
