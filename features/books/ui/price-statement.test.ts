import { expect, test } from 'vitest'
import { priceStatement } from './price-statement.ts'

const free = { isFree: true, priceCents: 0 }

test('one price for all paid books is stated once', () => {
  expect(priceStatement([free, { isFree: false, priceCents: 999 }, { isFree: false, priceCents: 999 }])).toBe(
    'Each paid book is priced at $9.99.',
  )
})

test('different prices are stated as a range', () => {
  expect(
    priceStatement([
      { isFree: false, priceCents: 1500 },
      { isFree: false, priceCents: 999 },
    ]),
  ).toBe('Paid books are priced from $9.99 to $15.00.')
})

test('a library without paid books states no price', () => {
  expect(priceStatement([free])).toBeUndefined()
})
