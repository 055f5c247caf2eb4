import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { priceStatement } from './price-statement.ts'
import type { SiteMessages } from '#shared/messages.ts'
import { en } from '#features/books/messages/en.ts'

const t = createTranslator({ locale: 'en', messages: { books: en } as SiteMessages, namespace: 'books.page' })

const free = { isFree: true, priceCents: 0 }

test('one price for all paid books is stated once', () => {
  expect(priceStatement([free, { isFree: false, priceCents: 999 }, { isFree: false, priceCents: 999 }], t, 'en')).toBe(
    'Each paid book is priced at $9.99.',
  )
})

test('different prices are stated as a range', () => {
  expect(
    priceStatement(
      [
        { isFree: false, priceCents: 1500 },
        { isFree: false, priceCents: 999 },
      ],
      t,
      'en',
    ),
  ).toBe('Paid books are priced from $9.99 to $15.00.')
})

test('a library without paid books states no price', () => {
  expect(priceStatement([free], t, 'en')).toBeUndefined()
})
