import { expect, test } from 'vitest'
import { directionOf, formatAge, formatChange, formatPrice, priceFormats } from './price-format.ts'

test('a price has six decimals under a cent, four under a dollar, otherwise two', () => {
  expect([147.48, 1, 0.99999, 0.01, 0.009999, 0.004213, 1234.5].map(formatPrice)).toEqual([
    '$147.48',
    '$1.00',
    '$1.0000',
    '$0.0100',
    '$0.009999',
    '$0.004213',
    '$1,234.50',
  ])
})

test('a price too small for six decimals is not shown as zero', () => {
  expect([1e-9, 4e-7, 0.000_000_5, 0.000_001].map(formatPrice)).toEqual([
    '<$0.000001',
    '<$0.000001',
    '$0.000001',
    '$0.000001',
  ])
})

test('a change has two decimals and a sign; a change that rounds to zero has neither sign nor direction', () => {
  expect([1.29, -0.4, 0, 0.004, -0.004, 1234.5].map(formatChange)).toEqual([
    '+1.29%',
    '-0.40%',
    '0.00%',
    '0.00%',
    '0.00%',
    '+1,234.50%',
  ])
  expect([0.005, -0.005, -0.015].map(formatChange)).toEqual(['+0.01%', '-0.01%', '-0.02%'])
  expect([0.005, -0.005].map(directionOf)).toEqual(['up', 'down'])
  expect([1.29, -0.4, 0, 0.004, -0.004].map(directionOf)).toEqual(['up', 'down', 'level', 'level', 'level'])
})

test('liquidity and ages are formatted compactly', () => {
  expect([412, 12_400.4, 621_679_197.6].map((dollars) => priceFormats('en').dollars(dollars))).toEqual([
    '$412',
    '$12,400',
    '$621.7M',
  ])
  expect([0, 40, 360, 7200, 8 * 86_400].map(formatAge)).toEqual(['0 s', '40 s', '6 min', '2 h', '8 d'])
})
