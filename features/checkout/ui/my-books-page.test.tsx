import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import MyBooksPage from './my-books-page.tsx'

const closedBook = {
  bookId: 'a-book',
  title: 'A book',
  orderCode: 'SW-AAAAAAAA',
  closedBy: 'dispute' as const,
  isTest: false,
}

const refundedBook = {
  bookId: 'a-book',
  title: 'A book',
  orderCode: 'SW-BBBBBBBB',
  refundedAt: '2026-01-02T03:04:05.000Z',
  isTest: false,
  isSample: false,
}

function pageWith(closed: (typeof closedBook)[], refunded: (typeof refundedBook)[] = []) {
  const loaderData = { books: [], closed, refunded, supportEmail: 'a@b.example', title: '' }
  const props = { loaderData, actionData: undefined } as unknown as Parameters<typeof MyBooksPage>[0]
  const Stub = createRoutesStub([{ path: '/', Component: () => <MyBooksPage {...props} /> }])
  return renderToStaticMarkup(inEnglish(<Stub />, { checkout: en }))
}

test('without an open book, closed ones are listed under their heading, beside the link to the library', () => {
  const page = pageWith([closedBook])
  expect(page).toMatch(/<h3 id="closed-heading"[^>]*>Books that you can’t open right now<\/h3>/)
  expect(page).toMatch(/<a [^>]*href="\/books"[^>]*>Browse the library<\/a>/)
  expect(page).not.toContain('No books here yet')
  const empty = pageWith([])
  expect(empty).not.toContain('closed-heading')
  expect(empty.match(/href="\/books"/g)).toHaveLength(1)
})

test('after a refund of the only order, its note stands instead of the empty state, beside the link to the library', () => {
  const page = pageWith([], [refundedBook])
  expect(page).toContain('Your payment for A book was refunded')
  expect(page).toContain('SW-BBBBBBBB')
  expect(page).not.toContain('No books here yet')
  expect(page.match(/href="\/books"/g)).toHaveLength(1)
  expect(pageWith([], [{ ...refundedBook, isSample: true }])).toContain('Your sample payment for A book was refunded')
  expect(pageWith([closedBook], [refundedBook]).match(/href="\/books"/g)).toHaveLength(1)
})
