/**
 * `todo` fits a book that is as its payment leaves it; `otherwise` one that the owner, or another part of the payment,
 * closed or opened.
 */
type NeedWords = { title: string; todo: string; otherwise?: string }

/**
 * What may wait for the owner in an order: in a line, and what there is to do about it. The first stands before the
 * others.
 */
export const needWords: Record<string, NeedWords> = {
  'disputed': {
    title: 'The buyer’s bank asks for the money',
    todo: 'The bank holds the money, and the book is closed until it has decided. Answer the dispute at the provider.',
    otherwise: 'The bank holds the money, and the book is open. Answer the dispute at the provider.',
  },
  'partly-disputed': {
    title: 'The buyer’s bank asks for part of the money',
    todo: 'The book stays open unless you close it. Answer the dispute at the provider.',
    otherwise: 'The book is closed. Answer the dispute at the provider.',
  },
  'inquiry': {
    title: 'The buyer’s bank has a question about this payment',
    todo: 'No money was taken and the book stays open. Answer at the provider, so that it does not become a dispute.',
    otherwise:
      'No money was taken. The book is closed for another reason. Answer at the provider, so that it does not become a dispute.',
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
    todo: 'The money is with you again. Pay the buyer another way.',
  },
  'paid-twice': {
    title: 'The same person paid twice',
    todo: 'The book is theirs either way. You may want to give one of the two payments back.',
  },
  'dispute-lost': {
    title: 'A dispute was lost',
    todo: 'The bank gave the money to the buyer, and the book is closed. Look at what happened.',
  },
  'dispute-partly-lost': {
    title: 'A dispute over part of the money was lost',
    todo: 'The bank gave that part to the buyer. The book stays open unless you close it.',
    otherwise: 'The bank gave that part to the buyer. The book is closed.',
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
    title: 'Refunded in part',
    todo: 'The book stays open unless you close it.',
    otherwise: 'The book is closed.',
  },
}

/** What a mark means, in one line; one we have no words for stands as it is. */
export const needTitle = (need: string): string => needWords[need]?.title ?? need

/** What there is to do about a mark, for a book that is open or closed now; undefined where that is not known. */
export function needTodo(need: string, isBookOpen: boolean | undefined): string {
  const words = needWords[need]
  if (!words) return ''
  // A book of which a bank holds all the money is closed; about any other, the owner is told while it is open.
  return isBookOpen === undefined || isBookOpen === (need !== 'disputed') ? words.todo : (words.otherwise ?? words.todo)
}
