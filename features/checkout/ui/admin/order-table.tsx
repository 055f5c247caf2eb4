import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '#shared/money.ts'
import { BreakableText } from '#ui/breakable-text.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderSummary } from '#features/checkout/contract.ts'
import { actionItemTitle } from '#features/checkout/action-item-labels.ts'
import { orderStateLabel, paymentMethodLabel } from '#features/checkout/order-filter.ts'

const columns: DataColumn<OrderSummary>[] = [
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
    header: 'Status',
    cell: (order) => (
      <>
        <span className="block">{orderStateLabel(order)}</span>
        {order.actionItems.map((item) => (
          <span key={item} className="block text-live">
            {actionItemTitle(item)}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ email }) =>
      email ? <BreakableText>{email}</BreakableText> : <span className="text-dust">No email address</span>,
  },
  { key: 'book', header: 'Book', cell: ({ bookTitle }) => bookTitle },
  { key: 'provider', header: 'Payment method', isShort: true, cell: paymentMethodLabel },
  { key: 'price', header: 'Price', isNumeric: true, cell: ({ priceCents }) => formatUsd(priceCents) },
  {
    key: 'ordered',
    header: 'Ordered (UTC)',
    isNumeric: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt).replace(' UTC', '')}</time>,
  },
]

/** Table of orders, each with a link to its page. */
export function OrderTable({ orders, empty }: { orders: OrderSummary[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Orders, newest first"
      columns={columns}
      rows={orders}
      rowKey={({ id }) => id}
      isHighlighted={({ actionItems }) => actionItems.length > 0}
      empty={empty}
    />
  )
}
