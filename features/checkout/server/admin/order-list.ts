import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import type { Clock } from '#platform/clock.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { OrderAdminService, OrderFilter, OrderSummary } from '#features/checkout/contract.ts'
import { ordersPerPage } from '#features/checkout/order-filter.ts'
import { isWithdrawalEvent, isWithdrawalGuess } from '#features/checkout/action-item-labels.ts'
import { isUuid } from '#shared/uuid.ts'
import { pageWithin } from '#shared/page-within.ts'
import {
  findDuplicateOrder,
  findEntitlement,
  findOrder,
  listDisputes,
  listOrderEvents,
  type Order,
} from '../orders/queries.ts'
import { withdrawalRightOf } from '../orders/withdrawal-right-of.ts'
import { countNeedingAction, listOrderPage, listOrdersAfter, sumLost, sumOrders, sumSampleOrders } from './queries.ts'
import { accessDecisions } from './decide-access.ts'
import { reopenUntil } from './reopen-claim.ts'

/** Rows of a long list in memory at a time. */
const atOnce = 1_000

type Deps = { db: OpenDatabase['db']; clock: Clock }

/** Creates the read side of the order admin; actions are in order-admin.ts. */
export function createOrderList({ db, clock }: Deps): Pick<OrderAdminService, 'list' | 'find' | 'each'> {
  return {
    async list(filter, page) {
      // The first page is read in parallel with the count; later pages need the count first, to read from the nearer
      // end.
      const isFirst = page === 1
      const [sums, samples, lostCents, waiting, first] = await withUnavailableError(
        Promise.all([
          sumOrders(db, filter),
          sumSampleOrders(db, filter),
          sumLost(db, filter),
          countNeedingAction(db),
          isFirst ? listOrderPage(db, filter, { limit: ordersPerPage, offset: 0 }) : [],
        ]),
      )
      const { page: shown, pageCount } = pageWithin(page, sums.orders, ordersPerPage)
      const orders = isFirst
        ? first
        : await withUnavailableError(listOrderPage(db, filter, pageWindow(shown, sums.orders)))
      const totals = {
        ...sums,
        testGrossCents: sums.testGrossCents + samples.grossCents,
        testRefundedCents: sums.testRefundedCents + samples.refundedCents,
        lostCents,
        waiting,
      }
      return { orders: orders.map(toSummary), page: shown, pageCount, totals }
    },
    async find(orderId) {
      const order = isUuid(orderId) ? await withUnavailableError(findOrder(db, orderId)) : undefined
      if (!order) return undefined
      const [events, entitlement, disputes, decisions, otherOrder] = await withUnavailableError(
        Promise.all([
          listOrderEvents(db, [order.id]),
          findEntitlement(db, order.id),
          listDisputes(db, order.id),
          accessDecisions(db, order),
          findDuplicateOrder(db, order),
        ]),
      )
      return {
        ...toSummary(order),
        disputeDueAt: order.disputeDueAt?.toISOString(),
        canResend: entitlement?.isOpen === true && order.email !== '',
        reopenUntil: reopenUntil(order, events, clock.now())?.toISOString(),
        hasAccess: entitlement?.isOpen,
        withdrawalRight: withdrawalRightOf(order, entitlement),
        withdrawnAt: events.findLast(({ detail }) => isWithdrawalEvent(detail))?.at.toISOString(),
        isWithdrawalGuess: isWithdrawalGuess(events),
        otherOrderCode: otherOrder?.code,
        ...decisions,
        disputes: disputes.map(({ id, status, amountCents, dueAt }) => ({
          id,
          status,
          amountCents: amountCents ?? undefined,
          dueAt: dueAt?.toISOString(),
        })),
        events: events.map(({ from, to, actor, detail, at }) => ({
          from: from ?? undefined,
          to,
          actor,
          detail,
          at: at.toISOString(),
        })),
      }
    },
    each: (filter) => streamOrders(db, filter),
  }
}

/** Returns offset and limit of a page, counted from the nearer end of the list. */
function pageWindow(page: number, count: number): { limit: number; offset: number; fromEnd: boolean } {
  const offset = (page - 1) * ordersPerPage
  const after = Math.max(0, count - offset - ordersPerPage)
  const limit = Math.min(ordersPerPage, count - offset)
  return after < offset ? { limit, offset: after, fromEnd: true } : { limit, offset, fromEnd: false }
}

// Each page is its own statement, so that a slow client does not keep a transaction open.
async function* streamOrders(db: Deps['db'], filter: OrderFilter): AsyncGenerator<OrderSummary> {
  let last: Order | undefined
  do {
    const rows: Order[] = await withUnavailableError(listOrdersAfter(db, filter, last, atOnce))
    yield* rows.map(toSummary)
    last = rows.length < atOnce ? undefined : rows.at(-1)
  } while (last)
}

function toSummary(order: Order): OrderSummary {
  const { id, code, bookId, bookTitle, priceCents, refundedCents, currency, provider, state, email, actionItems } =
    order
  return {
    id,
    code,
    bookId,
    bookTitle,
    priceCents,
    paidCents: order.paidCents ?? undefined,
    refundedCents,
    // Where we and a bank returned the same money, it counts as refunded.
    lostCents: Math.max(0, refundedCents - order.givenBackCents),
    currency,
    provider,
    isSample: order.isSample,
    state,
    email,
    paymentId: order.paymentId ?? undefined,
    actionItems,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString(),
  }
}
