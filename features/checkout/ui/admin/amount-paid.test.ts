import { expect, test } from 'vitest'
import type { OrderDetails } from '#features/checkout/contract.ts'
import { notPaidEvent } from '#features/checkout/action-item-labels.ts'
import { amountPaid } from './amount-paid.ts'

const note = (detail: string): OrderDetails['events'][number] => ({
  from: 'expired',
  to: 'expired',
  actor: 'reconcile',
  detail,
  at: '2026-11-26T08:26:00.000Z',
})
const expired = (...details: string[]) =>
  amountPaid({ paidCents: undefined, state: 'expired', events: details.map(note) })

test('the amount of an unknown payment stays unknown after the owner marked it as done, until it is known', () => {
  const unknown = 'outcome-unknown: the provider does not know the payment page'
  const done = 'marked as done: outcome-unknown'
  expect(expired()).toBe('Not paid')
  expect(expired(unknown)).toBe('Unknown')
  expect(expired(unknown, done)).toBe('Unknown')
  expect(expired(unknown, done, notPaidEvent)).toBe('Not paid')
  expect(expired(unknown, notPaidEvent, unknown)).toBe('Unknown')
})
