/** What may wait for the owner in an order: in a line, and what there is to do about it. The first stands before the others. */
export const needWords: Record<string, { title: string; todo: string }> = {
  'disputed': {
    title: 'The buyer’s bank asks for the money',
    todo: 'The book is closed until the bank has decided. Answer the dispute at the provider.',
  },
  'claim': {
    title: 'Cash App money is said to be on its way',
    todo: 'Look for it in Cash App by its note, then confirm or decline the claim.',
  },
  'withdrawal': {
    title: 'The buyer withdrew from the contract',
    todo: 'Give the money back within 14 days where the right still stands.',
  },
  'amount-differs': {
    title: 'Another amount came than was asked',
    todo: 'The money is there and the book is not open. Accept the payment or give it back.',
  },
  'refund-failed': {
    title: 'A refund did not arrive',
    todo: 'The buyer has neither money nor book until you pay them another way.',
  },
  'paid-twice': {
    title: 'The same person paid twice',
    todo: 'The book is theirs either way. You may want to give one of the two payments back.',
  },
  'dispute-lost': {
    title: 'A dispute was lost',
    todo: 'The bank gave the money to the buyer, and the book is closed. Look at what happened.',
  },
  'outcome-unknown': {
    title: 'Nobody knows whether it was paid',
    todo: 'The provider is asked again every day. Look there for the payment: if it came, the book opens by itself.',
  },
  'second-payment': {
    title: 'News of a second payment',
    todo: 'It concerns another payment than the one that opened the book.',
  },
  'partly-refunded': {
    title: 'Given back in part',
    todo: 'The book stays open.',
  },
}

/** What a mark means, in one line; one we have no words for stands as it is. */
export const needTitle = (need: string): string => needWords[need]?.title ?? need
