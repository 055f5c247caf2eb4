import { expect, test } from 'vitest'
import type { OrderState } from './contract.ts'
import {
  actionItemTodo,
  countSnoozedOrders,
  describeEventDetail,
  isWithdrawalGuess,
  needsActionLabel,
} from './action-item-labels.ts'

const about = (hasAccess: boolean | undefined, provider: 'stripe' | 'test' = 'stripe') => {
  const boughtAt = '2026-11-26T08:26:00.000Z'
  const withdrawalRight = { consentedAt: undefined, deliveredAt: boughtAt, boughtAt }
  const withdrawnAt = '2026-11-27T10:00:00.000Z'
  const state = 'fulfilled' as OrderState
  return { provider, state, hasAccess, withdrawalRight, withdrawnAt, isWithdrawalGuess: false, isSample: false }
}

test('the instruction says whether the order gives access; a book that was never delivered gives none', () => {
  expect(actionItemTodo('partly-refunded', about(true))).toBe('This order gives access unless you revoke it.')
  for (const hasAccess of [false, undefined])
    expect(actionItemTodo('partly-refunded', about(hasAccess))).toBe('This order gives no access.')
  expect(actionItemTodo('disputed', about(true))).toMatch('This order gives access')
  expect(actionItemTodo('disputed', about(undefined))).toMatch('This order gives no access')
  expect(actionItemTodo('paid-twice', about(true))).toMatch(
    'Refunding this order ends only the access from this order.',
  )
  expect(actionItemTodo('paid-twice', about(false))).toMatch('This order gives no access.')
})

const prefix = 'With a real payment, the following would apply: '

test('instructions of a test order say what would follow from a real payment, because no bank is involved', () => {
  expect(actionItemTodo('dispute-lost', about(false, 'test'))).toBe(
    `This order gives no access. Review the order, then mark this as done. ${prefix}The bank returned the money to the buyer.`,
  )
  expect(actionItemTodo('partly-refunded', about(true, 'test'))).toBe('This order gives access unless you revoke it.')
  expect(actionItemTodo('withdrawal', about(true, 'test'))).toBe(
    'No contract was made. You can refund the order to end the access that it gives.',
  )
  for (const hasAccess of [false, undefined])
    expect(actionItemTodo('withdrawal', about(hasAccess, 'test'))).toBe(
      'No contract was made. You can refund the order.',
    )
})

test('the instruction for a withdrawal that names neither order nor book says to ask the buyer first', () => {
  for (const provider of ['stripe', 'test'] as const)
    expect(actionItemTodo('withdrawal', { ...about(true, provider), isWithdrawalGuess: true })).toMatch(
      /^The withdrawal names neither this order nor its book, .* before you refund it\. (The buyer|It is a test order\. No contract)/,
    )
})

test('a withdrawal is no guess once another one has named the order', () => {
  const [guess, named] = [{ detail: 'withdrawal declared without naming the order' }, { detail: 'withdrawal declared' }]
  expect([[], [guess], [named], [named, guess], [guess, named]].map(isWithdrawalGuess)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['disputed', 'This order gives no access.'],
  ['amount-differs', 'This order gives no access yet. Accept the amount or refund the payment.'],
  ['dispute-partly-lost', 'This order gives no access.'],
  ['partly-disputed', 'This order gives no access.'],
  ['outcome-unknown', 'the buyer gets the book automatically.'],
  ['paid-twice', 'then mark this as done.'],
  ['second-payment', 'mark this as done.'],
])('the instruction “%s” says what applies to a test order before what a real payment would mean', (item, here) => {
  const [always = ''] = actionItemTodo(item, about(false, 'test')).split(prefix)
  expect(always).toContain(here)
  expect(actionItemTodo(item, about(false))).toContain(here)
})

test('the instruction about a second payment first says what happened, for a real payment and a test order', () => {
  const cause = /^The buyer paid for this order twice, and the status of the second payment changed\. /
  expect(actionItemTodo('second-payment', about(true))).toMatch(cause)
  expect(actionItemTodo('second-payment', about(true, 'test'))).toMatch(cause)
})

test.each([
  ['dispute dp_1 for $2.99 of $9.99', 'Dispute dp_1 for $2.99 of $9.99'],
  ['dispute dp_1 lost ($2.99 of $9.99)', 'Dispute dp_1 lost ($2.99 of $9.99)'],
  ['partly-disputed: dispute dp_1 for $2.99 of $9.99', 'Action item added: Part of the payment disputed'],
  [
    'partly-disputed: dispute dp_1 for $2.99 of $9.99; respond',
    'Action item added: Part of the payment disputed; respond',
  ],
  [
    'disputed: dispute dp_1; the payment was already refunded, so send',
    'Action item added: Payment disputed; the payment was already refunded, so send',
  ],
  ['dispute-partly-lost: dispute dp_1 lost ($2.99 of $9.99)', 'Action item added: Partial dispute lost'],
  ['dispute-lost: dispute dp_1 lost ($2.99 of $9.99); the money', 'Action item added: Dispute lost; the money'],
  ['dispute dp_1 over $2.99 of $9.99', 'Dispute dp_1 for $2.99 of $9.99'],
  ['dispute dp_1 over $2.99 of $9.99 won', 'Dispute dp_1 won ($2.99 of $9.99)'],
  ['inquiry dp_1 over $2.99 of $9.99 closed', 'Inquiry dp_1 closed ($2.99 of $9.99)'],
  ['dispute-partly-lost: dispute dp_1 over $2.99 of $9.99 lost', 'Action item added: Partial dispute lost'],
  ['dispute-lost: dispute dp_1 lost; the money', 'Action item added: Dispute lost; the money'],
  ['inquiry: inquiry dp_1; respond', 'Action item added: Bank inquiry; respond'],
  [
    'disputed: dispute dp_2 in addition to dp_1',
    'Action item added: Payment disputed (dispute dp_2 in addition to dp_1)',
  ],
  ['partly-refunded: $2.99 of $9.99 refunded', 'Action item added: Partially refunded ($2.99 of $9.99)'],
  ['claim: reopened by the owner', 'Action item added: Cash App payment to confirm (reopened)'],
  ['access revoked by the owner', 'Access revoked'],
  ['$9.99 refunded by the owner', '$9.99 refunded'],
  ['refunded by the owner', ''],
  ['withdrawal declared', 'Withdrawal received'],
  ['withdrawal declared without naming the order', 'Withdrawal received; it names neither this order nor its book'],
  ['the provider reports that it was not paid', 'The payment provider reports that the order was not paid'],
])('the event “%s” is described once', (detail, described) => {
  expect(describeEventDetail(detail)).toBe(described)
})

test.each([
  [
    'withdrawal',
    false,
    'A refund is due within 14 days of the withdrawal. Respond to the dispute first; if you win it',
  ],
  ['amount-differs', false, 'The bank holds the money. This order gives no access yet. Respond to the dispute first'],
  ['paid-twice', true, 'Respond to the dispute first, then decide whether to refund one of the two.'],
])('the instruction “%s” proposes no refund of a disputed payment before its dispute ends', (item, hasAccess, told) => {
  expect(actionItemTodo(item, { ...about(hasAccess), state: 'disputed' })).toContain(told)
  expect(actionItemTodo(item, about(hasAccess))).not.toContain('dispute')
  expect(actionItemTodo(item, { ...about(hasAccess, 'test'), state: 'disputed' })).toContain(
    'Respond to the dispute first',
  )
})

test('a disputed order without access says so and asks to check the other payment of a buyer who paid twice', () => {
  expect(actionItemTodo('paid-twice', { ...about(false), state: 'disputed' })).toBe(
    actionItemTodo('paid-twice', about(false)),
  )
})

test('an order counts as snoozed once all of its action items are', () => {
  const keys = (...all: string[]) => all.map((key) => ({ key }))
  const items = keys('claim:a', 'review:s')
  expect(countSnoozedOrders({ items, snoozed: keys('inquiry:a', 'claim:b', 'inquiry:b', 'review:t') })).toBe(1)
})

test('the label of the number of orders that need action says that it includes snoozed ones and ignores the filter', () => {
  expect([needsActionLabel(0, false), needsActionLabel(0, true)]).toEqual(['Needs action', 'Needs action (all orders)'])
  expect(needsActionLabel(1, false)).toBe('Needs action (including 1 snoozed)')
  expect(needsActionLabel(2, true)).toBe('Needs action (all orders, including 2 snoozed)')
})
