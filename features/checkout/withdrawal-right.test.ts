import { expect, test } from 'vitest'
import {
  describeSampleWithdrawal,
  describeTestWithdrawal,
  describeWithdrawal,
  summarizeWithdrawalRight,
  withdrawalDueAt,
} from './withdrawal-right.ts'

const boughtAt = '2026-11-26T08:26:00.000Z'
const consentedAt = '2026-11-26T08:25:00.000Z'
const deliveredAt = '2026-11-26T08:26:01.000Z'
const nextDay = '2026-11-27T10:00:00.000Z'

test('after consent and delivery the right has ended, and the owner may refund anyway', () => {
  expect(describeWithdrawal({ consentedAt, deliveredAt, boughtAt }, nextDay)).toBe(
    'The buyer gave up the right of withdrawal when ordering, on November 26, 2026, 8:25 AM UTC, so it ended when the book was made available. Decide whether to refund the payment anyway.',
  )
})

test.each([
  ['never delivered', undefined],
  ['delivered after the withdrawal', '2026-11-28T00:00:00.000Z'],
])('consent ends nothing for a book that was %s', (_when, delivery) => {
  const told = describeWithdrawal({ consentedAt, deliveredAt: delivery, boughtAt }, nextDay)
  expect(told).toContain(
    'the book was not available yet when the withdrawal was received. The right applies until at least',
  )
  expect(told).toMatch(/Refund the payment within 14 days of the withdrawal\.$/)
})

test.each([
  [
    '2026-12-10T23:59:59.000Z',
    'The right applies until at least December 10, 2026',
    /Refund the payment within 14 days/,
  ],
  [
    '2026-12-11T00:00:00.000Z',
    'The 14-day withdrawal period ended on December 10, 2026',
    /Decide whether to refund the payment\.$/,
  ],
])('without consent a withdrawal at %s is judged by the last day', (declaredAt, period, todo) => {
  const told = describeWithdrawal({ consentedAt: undefined, deliveredAt, boughtAt }, declaredAt)
  expect(told).toContain(`The buyer did not give up the right of withdrawal when ordering. ${period}`)
  expect(told).toMatch(todo)
})

test.each([
  [consentedAt, nextDay, 'if you win it, decide whether to refund the payment anyway.'],
  [undefined, nextDay, 'if you win it, refund the payment.'],
  [undefined, '2026-12-11T00:00:00.000Z', 'if you win it, decide whether to refund the payment.'],
])('a disputed payment with consent at %s is not to be refunded before its dispute was won', (consent, at, todo) => {
  const told = describeWithdrawal({ consentedAt: consent, deliveredAt, boughtAt }, at, true)
  expect(told.endsWith(`Respond to the dispute first; ${todo}`)).toBe(true)
  expect(told).not.toMatch(/Refund the payment|Decide whether/)
})

test('a refund is due 14 days after the withdrawal, across the end of a year', () => {
  const due = withdrawalDueAt(new Date('2026-12-20T10:00:00.000Z'))
  expect(due.toISOString()).toBe('2027-01-03T10:00:00.000Z')
})

test('the facts of an order say in a few words whether the right applies', () => {
  const open = { withdrawnAt: undefined, isRefunded: false }
  expect(summarizeWithdrawalRight({ consentedAt: undefined, deliveredAt, boughtAt }, open)).toBe(
    'Until at least 2026-12-10',
  )
  expect(summarizeWithdrawalRight({ consentedAt, deliveredAt, boughtAt }, open)).toBe(
    'Waived at checkout on 2026-11-26 08:25:00 UTC',
  )
  expect(summarizeWithdrawalRight({ consentedAt, deliveredAt: undefined, boughtAt }, open)).toBe(
    'Ends once the book is available (the buyer agreed on 2026-11-26 08:25:00 UTC)',
  )
})

test('the right has no end once it was used, and none is named after a refund', () => {
  const without = { consentedAt: undefined, deliveredAt, boughtAt }
  const used = 'Withdrawal received on 2026-11-27 10:00:00 UTC'
  expect(summarizeWithdrawalRight(without, { withdrawnAt: nextDay, isRefunded: false })).toBe(used)
  expect(summarizeWithdrawalRight(without, { withdrawnAt: nextDay, isRefunded: true })).toBe(used)
  const undelivered = { consentedAt, deliveredAt: undefined, boughtAt }
  expect(summarizeWithdrawalRight(undelivered, { withdrawnAt: nextDay, isRefunded: false })).toBe(used)
  for (const right of [without, undelivered])
    expect(summarizeWithdrawalRight(right, { withdrawnAt: undefined, isRefunded: true })).toBeUndefined()
})

test('the consent that ended the right is named whatever happened later', () => {
  const right = { consentedAt, deliveredAt, boughtAt }
  expect(summarizeWithdrawalRight(right, { withdrawnAt: undefined, isRefunded: true })).toBe(
    'Waived at checkout on 2026-11-26 08:25:00 UTC',
  )
  expect(summarizeWithdrawalRight(right, { withdrawnAt: nextDay, isRefunded: false })).toBe(
    'Waived at checkout on 2026-11-26 08:25:00 UTC, withdrawal received on 2026-11-27 10:00:00 UTC',
  )
})

test('the withdrawal of a test order names no contract, and only access from this order', () => {
  expect(describeTestWithdrawal(true)).toBe(
    'No contract was made. You can refund the order to end the access that it gives.',
  )
  expect(describeTestWithdrawal(false)).toBe('No contract was made. You can refund the order.')
  expect(describeTestWithdrawal(false, true)).toBe(
    'No contract was made. Respond to the dispute first; if you win it, you can refund the order.',
  )
})

test('the withdrawal of a sample order asks for no payment back, and ends only access from this order', () => {
  expect(describeSampleWithdrawal(true)).toBe(
    'No payment was received for this sample order. You can refund the order to end the access that it gives.',
  )
  expect(describeSampleWithdrawal(false)).toBe(
    'No payment was received for this sample order. You can refund the order.',
  )
})
