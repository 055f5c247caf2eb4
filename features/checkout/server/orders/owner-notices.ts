import type { Instruction } from '#features/checkout/action-item-labels.ts'
import type { OrderState } from '#features/checkout/contract.ts'

type OwnerNotice = { subject: string; todo: Instruction; whileDisputed?: Instruction }

/**
 * Subjects and instructions of notices to the owner, by action item. `whileDisputed` takes the place of `todo` while a
 * dispute over the full payment rules out a refund.
 */
const ownerNotices: Record<string, OwnerNotice> = {
  'claim': {
    subject: 'Cash App payment to confirm',
    todo: { bank: 'Look for the payment in Cash App, then confirm or decline it.' },
  },
  'paid-twice': {
    subject: 'A buyer paid twice',
    todo: {
      here: 'You may want to refund one of the two payments. Refunding this order ends only the access from this order.',
    },
    whileDisputed: {
      here: 'Respond to the dispute first, then decide whether to refund one of the two payments. Refunding this order ends only the access from this order.',
    },
  },
  'second-payment': {
    subject: 'The status of a second payment changed',
    todo: {
      cause: 'The buyer paid for this order twice, and the status of the second payment changed.',
      bank: 'Check the second payment at the payment provider.',
      here: 'The payment that gave access to the book is not affected.',
    },
  },
  'amount-differs': {
    subject: 'A payment has the wrong amount',
    todo: {
      bank: 'You received the money.',
      here: 'This order gives no access yet. Accept the amount or refund the payment.',
    },
    whileDisputed: {
      bank: 'The bank holds the money.',
      here: 'This order gives no access yet. Respond to the dispute first; if you win it, accept the amount or refund the payment.',
    },
  },
  'partly-refunded': {
    subject: 'A payment was partially refunded',
    todo: { here: 'Decide on the order page whether the buyer keeps the book.' },
  },
  'refund-failed': {
    subject: 'A refund failed',
    todo: { bank: 'The money was returned to you. Refund the buyer another way.' },
  },
  'disputed': {
    subject: 'A payment was disputed',
    todo: {
      bank: 'The bank holds the money. Respond to the dispute through the payment provider.',
      here: 'This order gives no access.',
    },
  },
  'partly-disputed': {
    subject: 'Part of a payment was disputed',
    todo: {
      bank: 'Respond to the dispute through the payment provider.',
      here: 'Decide on the order page whether the buyer keeps the book.',
    },
  },
  'inquiry': {
    subject: 'A bank opened an inquiry',
    todo: {
      bank: 'The bank has not taken any money back. Respond through the payment provider so that the inquiry does not become a dispute.',
      here: 'The buyer’s access is unchanged.',
    },
  },
  'dispute-partly-lost': {
    subject: 'You lost a dispute over part of a payment',
    todo: {
      bank: 'The bank returned that part to the buyer.',
      here: 'Decide on the order page whether the buyer keeps the book.',
    },
  },
  'outcome-unknown': {
    subject: 'The payment status of an order is unknown',
    todo: {
      bank: 'You can look up this payment at the payment provider.',
      here: 'As long as the payment provider is connected, the site checks this payment with it once a day for up to six months. If the payment went through, the buyer gets the book automatically.',
    },
  },
  'dispute-lost': {
    subject: 'You lost a dispute',
    todo: {
      bank: 'The bank returned the money to the buyer.',
      here: 'This order gives no access. Review the order, then mark it as done.',
    },
  },
}

/** Returns the notice about an action item of an order in this state; undefined for an unknown kind. */
export function ownerNoticeOf(item: string, state: OrderState): Omit<OwnerNotice, 'whileDisputed'> | undefined {
  const notice = ownerNotices[item]
  if (!notice?.whileDisputed || state !== 'disputed') return notice
  return { ...notice, todo: notice.whileDisputed }
}
