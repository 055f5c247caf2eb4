import { expect, test } from 'vitest'
import { describeEventDetail } from './action-item-labels.ts'

test.each([
  ['the buyer marked the payment as sent', 'The buyer marked the payment as sent'],
  ['pi_test_0QDN7gVM', 'pi_test_0QDN7gVM'],
  ['dp_1Q2w3E', 'dp_1Q2w3E'],
  ['withdrawal declared', 'Withdrawal received'],
  ['marked as done: disputed, no-such-item', 'Marked as done: Payment disputed; no-such-item'],
])('the event detail %s is shown as %s', (detail, shown) => {
  expect(describeEventDetail(detail)).toBe(shown)
})
