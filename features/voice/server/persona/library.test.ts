import { expect, test } from 'vitest'
import { priceOfAll, priceOfBooks } from './library.ts'
import { createRecordIndex } from './record-index.ts'

const token = { symbol: 'SWDZ' as const, name: 'SWADEZ', tagline: 'The listener’s token.', description: '', uses: [] }

test('an empty library has no prices, and says that it is empty', () => {
  expect(priceOfAll({ books: [], tokens: [] }).text).toBe('The library is empty at the moment.')
  expect(priceOfAll({ books: [], tokens: [token] }).text).toBe(
    'The library is empty at the moment. The tokens page shows what a token costs while a live source tells it.',
  )
  expect(priceOfBooks('how much are the books', { books: [], index: createRecordIndex([], []) })?.text).toBe(
    'The library is empty at the moment.',
  )
})
