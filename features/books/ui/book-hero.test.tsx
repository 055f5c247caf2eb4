import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import type { Book } from '#features/books/contract.ts'
import { en } from '#features/books/messages/en.ts'
import { BookActions } from './book-actions.tsx'
import { BookHero } from './book-hero.tsx'

function show(changed: Partial<Book>, isPaymentOnHold = false): string {
  const book = {
    id: 'a-book',
    title: 'A Book',
    subtitle: '',
    description: '',
    author: 'Ada',
    category: 'Music',
    isFree: false,
    priceCents: 999,
    pages: 10,
    previewPages: 2,
    coverImage: '/media/books/a-book/cover.webp',
    contents: [],
    audioChapters: [],
    ...changed,
  } as unknown as Book
  return renderToStaticMarkup(
    inEnglish(
      <MemoryRouter>
        <BookHero book={book}>
          <BookActions
            book={book}
            isOwned={false}
            isPaymentOnHold={isPaymentOnHold}
            downloadHref=""
            position={undefined}
          />
        </BookHero>
      </MemoryRouter>,
      { books: en },
    ),
  )
}

test('a draft without a price or an author names neither and has no button to buy it', () => {
  expect(show({})).toMatch(/\$9\.99.*Buy Now/s)
  expect(show({})).toContain('by Ada')
  const draft = show({ priceCents: 0, author: '' })
  expect(draft).toContain('not set')
  expect(draft).not.toMatch(/\$0\.00|Buy Now|>by /)
  expect(show({ priceCents: 0, isFree: true })).toContain('FREE')
})

test('a book whose payment is on hold has no button to buy it again', () => {
  expect(show({}, true)).not.toContain('Buy Now')
})
