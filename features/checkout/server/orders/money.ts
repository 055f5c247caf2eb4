import type { DisputeStatus, PaymentDispute } from '#platform/payments/provider.ts'
import type { Dispute, Order } from './queries.ts'

/**
 * Amounts of an order in cents. Held money may come back; returned money is final and never exceeds the amount
 * received.
 */
export type Money = {
  /** Amount received; the price until it is known. */
  paidCents: number
  /** Refunded by us, or returned by banks that decided for the buyer. */
  returnedCents: number
  /** Held by banks that have not decided. */
  disputedCents: number
  /** True if more was returned than received, so the same money was returned twice. */
  isReturnedTwice: boolean
}

type Counted = Pick<Order, 'paidCents' | 'priceCents' | 'givenBackCents'>

/** Calculates the amounts of an order. An inquiry takes no money. */
export function moneyOf(order: Counted, disputes: readonly Pick<Dispute, 'status' | 'amountCents'>[]): Money {
  const paidCents = order.paidCents ?? order.priceCents
  const returnedCents = order.givenBackCents + disputeCents('lost', order, disputes)
  return {
    paidCents,
    returnedCents: Math.min(returnedCents, paidCents),
    disputedCents: disputeCents('open', order, disputes),
    isReturnedTwice: returnedCents > paidCents,
  }
}

/** Returns the sum of the disputes with a status, in cents. */
export function disputeCents(
  status: DisputeStatus,
  { paidCents, priceCents }: Counted,
  disputes: readonly Pick<Dispute, 'status' | 'amountCents'>[],
): number {
  const fullCents = paidCents ?? priceCents
  return (
    disputes
      .filter((dispute) => dispute.status === status)
      // A bank may claim slightly more than was paid because of exchange rates.
      .reduce((sum, { amountCents }) => sum + Math.min(amountCents ?? fullCents, fullCents), 0)
  )
}

/** Returns whether the full payment was returned. */
export const isFullyReturned = ({ paidCents, returnedCents }: Money) => returnedCents >= paidCents

/** Returns whether the full payment was returned or is held. */
export const isFullyReturnedOrDisputed = ({ paidCents, returnedCents, disputedCents }: Money) =>
  returnedCents + disputedCents >= paidCents

/** Returns whether any of the payment was returned or is held. */
export const isPartlyReturnedOrDisputed = ({ returnedCents, disputedCents }: Money) => returnedCents + disputedCents > 0

const statusOf: Record<string, DisputeStatus> = {
  'disputed': 'open',
  'partly-disputed': 'open',
  'inquiry': 'inquiry',
  'dispute-lost': 'lost',
  'dispute-partly-lost': 'lost',
}

/** Returns the amount of an action item in cents; undefined if it has none. */
export function actionItemCents(
  item: string,
  order: Counted,
  disputes: readonly Pick<Dispute, 'status' | 'amountCents'>[],
): number | undefined {
  const { paidCents } = moneyOf(order, [])
  if (item === 'partly-refunded') return Math.min(order.givenBackCents, paidCents)
  if (!Object.hasOwn(statusOf, item)) return undefined
  const status = statusOf[item]
  const sum = disputes
    .filter((one) => one.status === status)
    .reduce((cents, { amountCents }) => cents + (amountCents ?? paidCents), 0)
  return sum > 0 ? Math.min(sum, paidCents) : undefined
}

const ranks: Record<DisputeStatus, number> = { inquiry: 0, closed: 1, open: 2, won: 3, lost: 3 }

/** Maximum difference between our clock and the provider’s. */
const clocksApartMs = 2 * 60_000

/**
 * Returns whether a report about a dispute is newer than the known one. Events arrive in any order; reports of about
 * the same time are ordered by their natural sequence.
 */
export function isNewerReport(
  known: Pick<Dispute, 'status' | 'reportedAt'>,
  report: Pick<PaymentDispute, 'status' | 'reportedAt'>,
): boolean {
  const laterMs = report.reportedAt.getTime() - known.reportedAt.getTime()
  return laterMs > 0 || (laterMs > -clocksApartMs && ranks[report.status] > ranks[known.status])
}
