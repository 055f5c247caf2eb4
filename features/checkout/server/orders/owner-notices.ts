/** Subjects and instructions of notices to the owner, by action item. */
export const ownerNotices: Record<string, { subject: string; text: string }> = {
  'claim': {
    subject: 'Cash App payment to confirm',
    text: 'Look for the payment in Cash App, then confirm or decline it.',
  },
  'paid-twice': {
    subject: 'A buyer paid twice',
    text: 'You may want to refund one of the two payments. Refunding this order ends only the access from this order.',
  },
  'second-payment': {
    subject: 'A second payment has changed',
    text: 'The status of a second payment for this order has changed. Check it at the payment provider. The payment that gave access to the book is not affected.',
  },
  'amount-differs': {
    subject: 'A payment has the wrong amount',
    text: 'You received the money, but this order gives no access yet. Accept the payment or refund it.',
  },
  'partly-refunded': {
    subject: 'A payment was partially refunded',
    text: 'Decide on the order page whether the buyer keeps the book.',
  },
  'refund-failed': {
    subject: 'A refund failed',
    text: 'The money was returned to you. Refund the buyer another way.',
  },
  'disputed': {
    subject: 'A payment was disputed',
    text: 'The bank holds the money, and this order gives no access. Respond to the dispute through the payment provider.',
  },
  'partly-disputed': {
    subject: 'Part of a payment was disputed',
    text: 'Respond to the dispute through the payment provider, and decide on the order page whether the buyer keeps the book.',
  },
  'inquiry': {
    subject: 'A bank opened an inquiry',
    text: 'The bank has not taken any money back, and the buyer’s access is unchanged. Respond through the payment provider so that the inquiry does not become a dispute.',
  },
  'dispute-partly-lost': {
    subject: 'You lost a dispute over part of a payment',
    text: 'The bank returned that part to the buyer. Decide on the order page whether the buyer keeps the book.',
  },
  'outcome-unknown': {
    subject: 'The payment status of an order is unknown',
    text: 'As long as the payment provider is connected, the site checks this payment with it once a day for up to six months. If the payment went through, the buyer gets the book automatically. You can also look it up at the provider.',
  },
  'dispute-lost': {
    subject: 'You lost a dispute',
    text: 'The bank returned the money to the buyer, and this order gives no access. Review the order, then mark it as done.',
  },
}
