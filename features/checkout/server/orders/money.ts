import type { DisputeStanding, PaymentDispute } from '#platform/payments/provider.ts'
import type { Dispute, Order } from './queries.ts'

/**
 * Where the money of an order is, in cents. What banks hold may come back; what is back is gone for good, and is never
 * counted above what came.
 */
export type Money = {
  /** What came; the price while nobody has told. */
  paidCents: number
  /** Given back by us, or by banks that decided for the buyer. */
  returnedCents: number
  /** Taken by banks that have not decided. */
  heldCents: number
  /** More went back than came: the same money twice. */
  isReturnedTwice: boolean
}

type Counted = Pick<Order, 'paidCents' | 'priceCents' | 'givenBackCents'>

/** Adds up what became of an order's money. An inquiry takes none. */
export function moneyOf(order: Counted, disputes: readonly Pick<Dispute, 'standing' | 'amountCents'>[]): Money {
  const paidCents = order.paidCents ?? order.priceCents
  const sumOf = (standing: DisputeStanding) =>
    disputes
      .filter((dispute) => dispute.standing === standing)
      // A bank may ask for a little more than was paid, in a currency of its own.
      .reduce((sum, { amountCents }) => sum + Math.min(amountCents ?? paidCents, paidCents), 0)
  const returnedCents = order.givenBackCents + sumOf('lost')
  return {
    paidCents,
    returnedCents: Math.min(returnedCents, paidCents),
    heldCents: sumOf('open'),
    isReturnedTwice: returnedCents > paidCents,
  }
}

/** All of it is gone for good. */
export const isFullyReturned = ({ paidCents, returnedCents }: Money) => returnedCents >= paidCents

/** None of it is ours now. */
export const isFullyReturnedOrHeld = ({ paidCents, returnedCents, heldCents }: Money) =>
  returnedCents + heldCents >= paidCents

/** Something of it is not ours now. */
export const isPartlyReturnedOrHeld = ({ returnedCents, heldCents }: Money) => returnedCents + heldCents > 0

const standingOf: Record<string, DisputeStanding> = {
  'disputed': 'open',
  'partly-disputed': 'open',
  'inquiry': 'inquiry',
  'dispute-lost': 'lost',
  'dispute-partly-lost': 'lost',
}

/** How much of an order's money a mark is about, in cents; undefined for one that is about no amount. */
export function actionItemCents(
  need: string,
  order: Counted,
  disputes: readonly Pick<Dispute, 'standing' | 'amountCents'>[],
): number | undefined {
  const { paidCents } = moneyOf(order, [])
  if (need === 'partly-refunded') return Math.min(order.givenBackCents, paidCents)
  if (!Object.hasOwn(standingOf, need)) return undefined
  const standing = standingOf[need]
  const sum = disputes
    .filter((one) => one.standing === standing)
    .reduce((cents, { amountCents }) => cents + (amountCents ?? paidCents), 0)
  return sum > 0 ? Math.min(sum, paidCents) : undefined
}

const ranks: Record<DisputeStanding, number> = { inquiry: 0, closed: 1, open: 2, won: 3, lost: 3 }

/** Our clock, by which the provider was asked, and the provider's, by which it tells, may be so far apart. */
const clocksApartMs = 2 * 60_000

/**
 * Whether what was told of a dispute is newer than what is known. Messages come in any order, and those of about one
 * time are put in the order in which such things happen.
 */
export function isNewerReport(
  known: Pick<Dispute, 'standing' | 'toldAt'>,
  told: Pick<PaymentDispute, 'standing' | 'toldAt'>,
): boolean {
  const laterMs = told.toldAt.getTime() - known.toldAt.getTime()
  return laterMs > 0 || (laterMs > -clocksApartMs && ranks[told.standing] > ranks[known.standing])
}
