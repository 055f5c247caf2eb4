import { capitalize } from '#shared/cut-text.ts'
import type { OrderState } from './contract.ts'
import { type OrderWithdrawal, withdrawalInstruction } from './withdrawal-right.ts'

/**
 * An instruction in parts: `cause` says what happened and comes first, `bank` is about real money, the bank or the
 * provider, and `here` about access and about what the owner does on this site. `bank` does not apply to a test order.
 */
export type Instruction = { cause?: string; bank?: string; here?: string }

/**
 * `todo` is shown while access follows from the payment; `otherwise` when the owner or another part of the payment
 * changed it. Both are about the access from this order, because another order may open the same book. `whileDisputed`
 * takes the place of `todo` while a dispute over the full payment rules out a refund.
 */
type ActionItemLabel = { title: string; todo: Instruction; otherwise?: Instruction; whileDisputed?: Instruction }

/** Labels of the action items of an order, by kind. The most urgent kind comes first. */
export const actionItemLabels: Record<string, ActionItemLabel> = {
  'disputed': {
    title: 'Payment disputed',
    todo: {
      bank: 'The bank holds the money. Respond to the dispute through the payment provider.',
      here: 'This order gives no access.',
    },
    otherwise: {
      bank: 'The bank holds the money. Respond to the dispute through the payment provider.',
      here: 'This order gives access although the payment is disputed.',
    },
  },
  'partly-disputed': {
    title: 'Part of the payment disputed',
    todo: {
      bank: 'Respond to the dispute through the payment provider.',
      here: 'This order gives access unless you revoke it.',
    },
    otherwise: {
      bank: 'Respond to the dispute through the payment provider.',
      here: 'This order gives no access.',
    },
  },
  'inquiry': {
    title: 'Bank inquiry',
    todo: {
      bank: 'The bank has not taken any money back. Respond through the payment provider so that the inquiry does not become a dispute.',
      here: 'The buyer keeps access.',
    },
    otherwise: {
      bank: 'The bank has not taken any money back. Respond through the payment provider so that the inquiry does not become a dispute.',
      here: 'This order gives no access, but not because of the inquiry.',
    },
  },
  'claim': {
    title: 'Cash App payment to confirm',
    todo: { bank: 'Look for the payment in Cash App by its note, then confirm or decline it.' },
  },
  // The instruction depends on the order; see actionItemTodo.
  'withdrawal': { title: 'Withdrawal received', todo: {} },
  'amount-differs': {
    title: 'Wrong amount paid',
    todo: {
      bank: 'You received the money.',
      here: 'This order gives no access yet. Accept the amount or refund the payment.',
    },
    whileDisputed: {
      bank: 'The bank holds the money.',
      here: 'This order gives no access yet. Respond to the dispute first; if you win it, accept the amount or refund the payment.',
    },
  },
  'refund-failed': {
    title: 'Refund failed',
    todo: { bank: 'The money was returned to you. Refund the buyer another way.' },
  },
  'paid-twice': {
    title: 'Buyer paid twice',
    todo: {
      here: 'The history of the order names the other payment. You may want to refund one of the two. Refunding this order ends only the access from this order.',
    },
    otherwise: {
      here: 'This order gives no access. Check the other payment, which the history of the order names, then mark this as done.',
    },
    whileDisputed: {
      here: 'The history of the order names the other payment. Respond to the dispute first, then decide whether to refund one of the two. Refunding this order ends only the access from this order.',
    },
  },
  'dispute-lost': {
    title: 'Dispute lost',
    todo: {
      bank: 'The bank returned the money to the buyer.',
      here: 'This order gives no access. Review the order, then mark this as done.',
    },
  },
  'dispute-partly-lost': {
    title: 'Partial dispute lost',
    todo: {
      bank: 'The bank returned that part to the buyer.',
      here: 'This order gives access unless you revoke it.',
    },
    otherwise: {
      bank: 'The bank returned that part to the buyer.',
      here: 'This order gives no access.',
    },
  },
  'outcome-unknown': {
    title: 'Payment status unknown',
    todo: {
      bank: 'You can look up this payment at the payment provider.',
      here: 'As long as the payment provider is connected, the site checks this payment with it once a day for up to six months. If the payment went through, the buyer gets the book automatically.',
    },
  },
  'second-payment': {
    title: 'Status of a second payment changed',
    todo: {
      cause: 'The buyer paid for this order twice, and the status of the second payment changed.',
      bank: 'Check the second payment at the payment provider.',
      here: 'The payment that gave access to the book is not affected. Once you have reviewed the order, mark this as done.',
    },
  },
  'partly-refunded': {
    title: 'Partially refunded',
    todo: { here: 'This order gives access unless you revoke it.' },
    otherwise: { here: 'This order gives no access.' },
  },
}

/** Returns the number of orders whose action items are all snoozed. */
export function countSnoozedOrders({
  items,
  snoozed,
}: Record<'items' | 'snoozed', readonly { key: string }[]>): number {
  const ordersOf = (list: readonly { key: string }[]) =>
    list.map(({ key }) => key.split(':')).flatMap(([kind = '', id]) => (kind in actionItemLabels ? [id] : []))
  const shown = new Set(ordersOf(items))
  return new Set(ordersOf(snoozed).filter((id) => !shown.has(id))).size
}

/**
 * Returns the label of the number of orders that need action, which includes snoozed orders.
 *
 * @param snoozed Number of orders from {@link countSnoozedOrders}.
 * @param isFiltered True beside a filtered list, whose filter does not apply to the number.
 */
export function needsActionLabel(snoozed: number, isFiltered: boolean): string {
  const notes = [isFiltered ? 'all orders' : '', snoozed > 0 ? `including ${snoozed} snoozed` : ''].filter(Boolean)
  return notes.length > 0 ? `Needs action (${notes.join(', ')})` : 'Needs action'
}

/** Returns the title of an action item; an unknown kind is returned as it is. */
export const actionItemTitle = (item: string): string => actionItemLabels[item]?.title ?? item

/** Note about an order of the test checkout. */
export const testOrderNote = 'This is a test order: no real money was charged, and none will be returned.'

/** Note about an order that was placed with the sample Cash App handle. */
export const sampleOrderNote = 'This is a sample order: no money was received, and none will be returned.'

/**
 * Returns the text of an instruction. No bank and no money are involved in a test order, so it says what would follow
 * from a real payment, after what applies to the test order as well.
 */
export function instructionText({ cause = '', bank = '', here = '' }: Instruction, isTest: boolean): string {
  const parts = isTest
    ? [cause, here, bank && `With a real payment, the following would apply: ${bank}`]
    : [cause, bank, here]
  return parts.filter(Boolean).join(' ')
}

/** Detail of the event that the payment provider reported an order as unpaid. */
export const notPaidEvent = 'the provider reports that it was not paid'

/** Detail of the event of a withdrawal that names the order or its book. */
export const withdrawalEvent = 'withdrawal declared'

/** Detail of the event of a withdrawal that names neither the order nor its book. */
export const guessedWithdrawalEvent = 'withdrawal declared without naming the order'

/** Returns whether the event with this detail is a withdrawal. */
export const isWithdrawalEvent = (detail: string): boolean =>
  detail === withdrawalEvent || detail === guessedWithdrawalEvent

/** Returns whether withdrawals were received but none names the order or its book, from the history of the order. */
export const isWithdrawalGuess = (events: readonly { detail: string }[]): boolean =>
  events.some(({ detail }) => detail === guessedWithdrawalEvent) &&
  !events.some(({ detail }) => detail === withdrawalEvent)

/**
 * Returns the stored detail of an order event as a sentence, with action items by their titles; empty if the event says
 * the same. IDs do not change.
 */
export function describeEventDetail(stored: string): string {
  const detail = withClearPart(stored)
  if (detail === withdrawalEvent) return actionItemTitle('withdrawal')
  if (detail === guessedWithdrawalEvent)
    return `${actionItemTitle('withdrawal')}; it names neither this order nor its book`
  if (detail === notPaidEvent) return 'The payment provider reports that the order was not paid'
  // Refunds were stored without their amount before, beside the event Refunded.
  if (detail === 'refunded by the owner') return ''
  const [name = '', text = ''] = detail.split(/: (.*)/s)
  if (name === 'marked as done' || name === 'needs action again')
    return `${capitalize(name)}: ${text.split(', ').map(actionItemTitle).join('; ')}`
  if (name in actionItemLabels) return `Action item added: ${actionItemTitle(name)}${aboutItem(text)}`
  // The column beside it names the owner.
  return /^[a-z]+_/.test(detail) ? detail : capitalize(detail.replace(/ by the owner$/, ''))
}

/** Returns whether the event with this detail is a lost dispute, of the full payment or a part. */
export const isLostDispute = (stored: string): boolean => /^dispute [^\s;]+ lost\b/.test(withClearPart(stored))

/** Returns the detail of a partial dispute as stored now; it was `dispute dp_1 over $3.00 of $9.99 lost` before. */
function withClearPart(detail: string): string {
  return detail.replace(
    /^((?:[a-z-]+: )?(?:dispute|inquiry) [^\s;]+) over (\S+ of [^\s;]+)(?: (won|lost|closed))?/,
    (_, name: string, part: string, end?: string) =>
      end === undefined ? `${name} for ${part}` : `${name} ${end} (${part})`,
  )
}

/** Returns the details of a new action item that neither its title nor the event before it contains. */
function aboutItem(text: string): string {
  const rest = text
    .replace(/^(?:dispute|inquiry) [^\s;]+(?: for \S+ of [^\s;]+| lost(?: \(\S+ of \S+\))?)?(?=;|$)/, '')
    .replace(/^(\S+ of \S+) refunded$/, '$1')
    .replace(/ by the owner$/, '')
  return rest === '' || rest.startsWith(';') ? rest : ` (${rest})`
}

/** Instruction for a claim that was opened with the sample Cash App handle, so that no one receives its payment. */
export const sampleClaimTodo =
  'This order uses the sample Cash App handle, so there is no payment to look for. Confirm or decline it to try the process.'

/** Facts of an order that its instructions depend on. `hasAccess` is undefined when the book was never delivered. */
export type ActionItemFacts = OrderWithdrawal & {
  provider: 'stripe' | 'test' | 'cashapp'
  state: OrderState
  hasAccess: boolean | undefined
  isSample: boolean
}

/** Returns the instruction for an action item. */
export function actionItemTodo(
  item: string,
  { provider, state, hasAccess, withdrawalRight, withdrawnAt, isWithdrawalGuess: isGuess, isSample }: ActionItemFacts,
): string {
  const isTest = provider === 'test'
  const labels = actionItemLabels[item]
  if (!labels) return ''
  if (item === 'withdrawal')
    return withdrawalInstruction({
      right: withdrawalRight,
      declaredAt: withdrawnAt ?? withdrawalRight.boughtAt,
      isTest,
      isSample,
      hasAccess: hasAccess ?? false,
      isDisputed: state === 'disputed',
      isGuess,
    })
  if (item === 'claim' && isSample) return sampleClaimTodo
  // A full dispute suspends access; every other action item is created while the buyer has access.
  const todo = (hasAccess ?? false) === (item !== 'disputed') ? labels.todo : (labels.otherwise ?? labels.todo)
  const isBlocked = state === 'disputed' && todo === labels.todo
  return instructionText((isBlocked && labels.whileDisputed) || todo, isTest)
}
