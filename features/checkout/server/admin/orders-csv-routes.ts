import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { byteOrderMark, csvLine } from '#platform/csv.ts'
import { decimalCents } from '#shared/money.ts'
import type { OrderAdminService, OrderFilter, OrderSummary } from '#features/checkout/contract.ts'
import {
  parseOrderFilter,
  ordersCsvPath,
  orderStateLabel,
  paymentMethodLabel,
} from '#features/checkout/order-filter.ts'
import { actionItemTitle } from '#features/checkout/action-item-labels.ts'

const columns = [
  'Order',
  'Ordered at (UTC)',
  'Paid at (UTC)',
  'Book ID',
  'Book',
  'Price',
  'Paid',
  'Refunded',
  'Lost in disputes (excluding refunds)',
  'Currency',
  'Payment method',
  'Status',
  'Email',
  'Payment ID',
  'Needs action',
]

/** CSV lines sent at a time. */
const linesAtOnce = 200

/** Registers the CSV export of all orders that match the search. */
export function ordersCsvRoutes({ admin, clock }: { admin: Pick<OrderAdminService, 'each'>; clock: Clock }) {
  return async function routes(app: FastifyInstance) {
    app.get(ordersCsvPath, async (request, reply) => {
      const filter = parseOrderFilter(new URL(request.url, 'http://localhost').searchParams)
      const day = clock.now().toISOString().slice(0, 10)
      reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="orders-${day}.csv"`)
        .header('cache-control', 'no-store')
      return reply.send(Readable.from(fileOf(admin, filter)))
    })
  }
}

async function* fileOf(admin: Pick<OrderAdminService, 'each'>, filter: OrderFilter): AsyncGenerator<string> {
  let text = byteOrderMark + csvLine(columns)
  let lines = 0
  for await (const order of admin.each(filter)) {
    text += csvLine(cellsOf(order))
    lines += 1
    if (lines % linesAtOnce !== 0) continue
    yield text
    text = ''
  }
  if (text) yield text
}

function cellsOf(order: OrderSummary): (string | number)[] {
  const decimal = (cents: number | undefined) => (cents === undefined ? '' : decimalCents(cents))
  return [
    order.code,
    order.createdAt,
    order.paidAt ?? '',
    order.bookId,
    order.bookTitle,
    decimal(order.priceCents),
    decimal(order.paidCents),
    decimal(order.refundedCents - order.lostCents),
    decimal(order.lostCents),
    order.currency.toUpperCase(),
    paymentMethodLabel(order),
    orderStateLabel(order),
    order.email,
    order.paymentId ?? '',
    order.actionItems.map(actionItemTitle).join('; '),
  ]
}
