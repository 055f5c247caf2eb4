import { expect, test } from 'vitest'
import { decimalCents, decimalUsd, formatAmount, formatUsd } from './money.ts'

test.each([
  [999, 'usd', '$9.99'],
  [100, 'USD', '$1.00'],
  [7, 'usd', '$0.07'],
  [0, 'usd', '$0.00'],
  [123456789, 'usd', '$1,234,567.89'],
  [500, 'eur', '€5.00'],
  [999, 'jpy', '¥999'],
  [5000, 'krw', '₩5,000'],
  [12340, 'kwd', 'KWD\u00a012.340'],
  [150000, 'isk', 'ISK\u00a01,500'],
  [999, '', '999 in the smallest unit of an unknown currency'],
  [999, 'usdc', '999 in the smallest unit of usdc'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text)
})

test('an amount in dollars has the same format in every function', () => {
  for (const cents of [0, 5, 99, 100, 999, 99_999, 100_000, 999_999, 123_456_789])
    expect(formatAmount(cents, 'usd')).toBe(formatUsd(cents))
  expect([decimalUsd(0), decimalUsd(999), decimalUsd(123_450)]).toEqual(['0', '9.99', '1234.50'])
  expect([decimalCents(0), decimalCents(123_450)]).toEqual(['0.00', '1234.50'])
})
