import { expect, test } from 'vitest'
import { answerOfChapters, priceOfAll, priceOfBooks } from './library.ts'
import { createRecordIndex } from './record-index.ts'
import type { PersonaRecords } from './records.ts'
import { answerOfTracks, realityOfRoster } from './roster.ts'

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

test('a library of one book speaks of it alone', () => {
  const book = { id: 'one', title: 'One Book', isFree: true, priceCents: 0 }
  expect(answerOfChapters([book as Parameters<typeof answerOfChapters>[0][number]]).text).toContain(
    'There is one book: “One Book”, which is free.',
  )
})

test('a roster of one artist is counted as one, and without tracks as none', () => {
  const artist = { name: 'Nova', slug: 'nova-swade', aiGenerated: true, featuredTrack: { title: 'Tide' } }
  const alone = { artist, others: [] } as unknown as PersonaRecords
  const silent = { artist: { ...artist, aiGenerated: false, featuredTrack: undefined }, others: [] } as unknown as PersonaRecords
  expect(answerOfTracks('which tracks has everybody', alone).text).toBe('The roster has one featured track: “Tide” by Nova.')
  expect(answerOfTracks('which tracks has everybody', silent).text).toBe('The roster has 0 featured tracks.')
  expect(realityOfRoster(alone).text).toBe('Of one artist on the roster the records call 1 AI-generated: Nova.')
  expect(realityOfRoster(silent).text).toBe('Of one artist on the roster the records call 0 AI-generated.')
})
