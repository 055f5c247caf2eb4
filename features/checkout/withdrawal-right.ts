import { capitalize } from '#shared/cut-text.ts'
import { formatLongDay, formatLongTimestamp } from '#shared/long-timestamp.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Days in which a buyer may withdraw, and in which the owner must refund a withdrawal. */
const withdrawalDays = 14

const dayMs = 24 * 3_600_000

/** Facts of an order that decide about the right of withdrawal; timestamps are ISO. */
export type WithdrawalRight = {
  /** Time at which the buyer agreed to lose the right once the book is available; undefined without that consent. */
  consentedAt: string | undefined
  /** Time at which the book was made available; undefined before. */
  deliveredAt: string | undefined
  /** Time of the payment, by which the contract is made. */
  boughtAt: string
}

/** Right of withdrawal of an order, and the withdrawals that were received. */
export type OrderWithdrawal = {
  withdrawalRight: WithdrawalRight
  /** ISO timestamp of the latest withdrawal. */
  withdrawnAt: string | undefined
  /** True if withdrawals named neither the order nor its book, so that the buyer may have meant another one. */
  isWithdrawalGuess: boolean
}

/**
 * Tells the owner whether the right of withdrawal still applied when a withdrawal was received, and what follows. The
 * end of the period also depends on holidays and the time zone of the buyer, so only its earliest day is named.
 *
 * @param declaredAt Time of the withdrawal, as ISO timestamp.
 * @param isDisputed Whether the payment is disputed in full, so that it cannot be refunded.
 */
export function describeWithdrawal(
  { consentedAt, deliveredAt, boughtAt }: WithdrawalRight,
  declaredAt: string,
  isDisputed = false,
): string {
  const hasConsent = consentedAt !== undefined
  const wasDelivered = deliveredAt !== undefined && deliveredAt <= declaredAt
  if (hasConsent && wasDelivered)
    return `The buyer gave up the right of withdrawal when ordering, on ${formatIso(consentedAt)}, so it ended when the book was made available. ${refundTodo('decide whether to refund the payment anyway', isDisputed)}`
  const consent = hasConsent
    ? `When ordering, on ${formatIso(consentedAt)}, the buyer agreed to lose the right of withdrawal once the book is available, but the book was not available yet when the withdrawal was received.`
    : 'The buyer did not give up the right of withdrawal when ordering.'
  const last = lastDay(boughtAt)
  return declaredAt.slice(0, 10) <= last.toISOString().slice(0, 10)
    ? `${consent} The right applies until at least ${formatLongDay(last)}, and the withdrawal was received in time. ${dueRefundTodo(isDisputed)}`
    : `${consent} The ${withdrawalDays}-day withdrawal period ended on ${formatLongDay(last)}, before the withdrawal was received. A weekend, a holiday or the buyer’s time zone can extend the period. ${refundTodo('decide whether to refund the payment', isDisputed)}`
}

/**
 * Tells the owner what follows from the withdrawal of a test order, which made no contract. A refund ends only the
 * access from this order, because another order may open the same book.
 *
 * @param hasAccess Whether the order gives access now.
 * @param isDisputed Whether the order is disputed in full, so that it cannot be refunded.
 */
export function describeTestWithdrawal(hasAccess: boolean, isDisputed = false): string {
  return `No contract was made. ${refundTodo(unpaidRefund(hasAccess), isDisputed)}`
}

/** Returns what the owner can do about an order that brought no money; a refund of it only ends access. */
const unpaidRefund = (hasAccess: boolean) =>
  `you can refund the order${hasAccess ? ' to end the access that it gives' : ''}`

/** Returns what the owner is to do about a refund, which is possible only after a dispute was won. */
const refundTodo = (todo: string, isDisputed: boolean) =>
  isDisputed ? `Respond to the dispute first; if you win it, ${todo}.` : `${capitalize(todo)}.`

const dueRefundTodo = (isDisputed: boolean) =>
  isDisputed
    ? `A refund is due within ${withdrawalDays} days of the withdrawal. ${refundTodo('refund the payment', true)}`
    : `Refund the payment within ${withdrawalDays} days of the withdrawal.`

/**
 * Tells the owner what follows from the withdrawal of a sample order, for which no money was received.
 *
 * @param hasAccess Whether the order gives access now.
 */
export function describeSampleWithdrawal(hasAccess: boolean): string {
  return `No payment was received for this sample order. ${refundTodo(unpaidRefund(hasAccess), false)}`
}

/**
 * Facts of a withdrawal; `declaredAt` is its ISO timestamp, `hasAccess` whether the order gives access now,
 * `isDisputed` whether its payment is disputed in full, and `isGuess` whether the withdrawal named neither the order
 * nor its book.
 */
type WithdrawalFacts = {
  right: WithdrawalRight
  declaredAt: string
  isTest: boolean
  isSample: boolean
  hasAccess: boolean
  isDisputed: boolean
  isGuess: boolean
}

/** Returns what the owner reads about a withdrawal and is to do. */
export function withdrawalInstruction({
  right,
  declaredAt,
  isTest,
  isSample,
  hasAccess,
  isDisputed,
  isGuess,
}: WithdrawalFacts): string {
  const instruction = isTest
    ? describeTestWithdrawal(hasAccess, isDisputed)
    : isSample
      ? describeSampleWithdrawal(hasAccess)
      : describeWithdrawal(right, declaredAt, isDisputed)
  return isGuess ? [guessNote, isTest ? 'It is a test order.' : '', instruction].filter(Boolean).join(' ') : instruction
}

/** Instruction for the owner about a withdrawal without a matching order. */
export const unmatchedWithdrawalTodo =
  'We could not match this withdrawal to a single order. Search the orders, or ask the buyer which one they mean.'

const guessNote =
  'The withdrawal names neither this order nor its book, but this was the only paid order with that email address at that time. Ask the buyer whether they mean this order before you refund it.'

/**
 * Returns in a few words whether the buyer gave up or used the right of withdrawal, or until when it applies; undefined
 * if it no longer matters, because the payment was refunded.
 *
 * @param order `withdrawnAt` is the ISO timestamp of a withdrawal.
 */
export function summarizeWithdrawalRight(
  { consentedAt, deliveredAt, boughtAt }: WithdrawalRight,
  { withdrawnAt, isRefunded }: { withdrawnAt: string | undefined; isRefunded: boolean },
): string | undefined {
  const received = withdrawnAt && `received on ${formatTimestamp(withdrawnAt, 'second')}`
  if (consentedAt !== undefined && deliveredAt !== undefined)
    return `Waived at checkout on ${formatTimestamp(consentedAt, 'second')}${received ? `, withdrawal ${received}` : ''}`
  if (received) return `Withdrawal ${received}`
  if (isRefunded) return undefined
  return consentedAt === undefined
    ? `Until at least ${lastDay(boughtAt).toISOString().slice(0, 10)}`
    : `Ends once the book is available (the buyer agreed on ${formatTimestamp(consentedAt, 'second')})`
}

const formatIso = (iso: string) => formatLongTimestamp(new Date(iso))

const afterWithdrawalDays = (at: Date) => new Date(at.getTime() + withdrawalDays * dayMs)

/** Returns the time by which the owner must refund a withdrawal. */
export const withdrawalDueAt = (declaredAt: Date) => afterWithdrawalDays(declaredAt)

/** Returns a time on the last of the days after a purchase in which the buyer may withdraw. */
const lastDay = (boughtAt: string) => afterWithdrawalDays(new Date(boughtAt))
