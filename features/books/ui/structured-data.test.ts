import { expect, test } from 'vitest'
import type { Book } from '#features/books/contract.ts'
import { bookData } from './structured-data.ts'

const book: Book = {
  id: 'a-book',
  status: 'published',
  order: 1,
  previewPages: 5,
  coverAlt: '',
  title: 'A Book',
  subtitle: 'A subtitle',
  description: 'Words.\n\nMore words.',
  author: 'Swade',
  category: 'Music',
  priceCents: 999,
  isFree: false,
  pages: 16,
  published: '2026-11-20',
  coverImage: '',
  excerpt: 'It begins.',
  contents: ['One'],
  audioChapters: [],
}

test('a paid book is a product with its price as a decimal', () => {
  expect(bookData('https://swade.example', book)).toMatchObject({
    '@type': ['Product', 'Book'],
    'isAccessibleForFree': false,
    'offers': {
      availability: 'https://schema.org/InStock',
      price: '9.99',
      priceCurrency: 'USD',
      url: 'https://swade.example/book/a-book',
    },
  })
})

test('the free book costs 0 and includes its audiobook', () => {
  const chapters = [
    { title: 'One', file: '01.mp3', durationSeconds: 60 },
    { title: 'Two', file: '02.mp3', durationSeconds: 45 },
  ]
  const data = bookData('https://swade.example', {
    ...book,
    priceCents: 0,
    isFree: true,
    audioChapters: chapters,
    narration: { readBy: 'A voice', quality: 'MP3' },
  })
  expect(data).toMatchObject({
    '@type': 'Book',
    'offers': { price: '0' },
    'workExample': [{ '@type': 'Audiobook', 'duration': 'PT1M45S', 'hasPart': [{ name: 'One' }, { name: 'Two' }] }],
  })
  expect(JSON.stringify(data)).not.toContain('AudioObject')
})

test('recordings with a public address are listed, the others are not', () => {
  const audioChapters = [
    { title: 'One', file: '01.mp3', durationSeconds: 60 },
    { title: 'Two', file: '', durationSeconds: undefined },
  ]
  const data = bookData('https://swade.example', { ...book, isFree: true, audioChapters }, { '01.mp3': '/feed/01.mp3' })
  expect(data).toMatchObject({
    workExample: [{ hasPart: [{ audio: { contentUrl: 'https://swade.example/feed/01.mp3' } }, { name: 'Two' }] }],
  })
  expect(JSON.stringify(data).match(/AudioObject/g)).toHaveLength(1)
})
