import { expect, test } from 'vitest'
import { type EditionText, reanchor } from './reanchor.ts'
import { testAnnotation } from './test-annotation.ts'

const annotation = testAnnotation({
  page: 4,
  start: { line: 2, offset: 0 },
  end: { line: 2, offset: 15 },
  quote: 'hire a drummer and pay',
  note: 'Ask Mara',
  edition: 'old',
})

function edition(pages: Record<number, string>, readablePages = 60) {
  const requestedPages: number[] = []
  const book: EditionText = {
    edition: 'new',
    readablePages,
    async text(page) {
      requestedPages.push(page)
      return { page, lines: [{ x: 0, y: 0, width: 1, height: 0.1, text: pages[page] ?? 'nothing of the kind' }] }
    },
    search: async (words) =>
      Object.entries(pages)
        .filter(([, text]) => text.includes(words))
        .map(([page]) => Number(page)),
  }
  return { book, requestedPages }
}

test('a passage that moved two pages is found with its note', async () => {
  const { book } = edition({ 6: 'so hire a drummer and pay them' })
  expect(await reanchor(annotation, book)).toMatchObject({
    page: 6,
    start: { line: 0, offset: 3 },
    edition: 'new',
    isMoved: false,
    note: 'Ask Mara',
  })
})

test('a passage that moved far is found by search', async () => {
  const { book, requestedPages } = edition({ 50: 'so hire a drummer and pay them' })
  expect(await reanchor(annotation, book)).toMatchObject({ page: 50, isMoved: false })
  expect(requestedPages.length).toBeLessThan(10)
})

test('a passage on no readable page is marked as moved, and keeps its page and text', async () => {
  const gone = edition({})
  expect(await reanchor(annotation, gone.book)).toMatchObject({
    page: 4,
    isMoved: true,
    edition: 'new',
    quote: annotation.quote,
  })
  const locked = edition({ 6: 'so hire a drummer and pay them' }, 5)
  expect(await reanchor(annotation, locked.book)).toMatchObject({ isMoved: true })
})

test('a bookmark without text keeps its page number, within the book', async () => {
  const { book, requestedPages } = edition({}, 3)
  expect(await reanchor({ ...annotation, kind: 'bookmark', quote: '' }, book)).toMatchObject({
    page: 3,
    isMoved: false,
  })
  expect(requestedPages).toEqual([])
})

test('an annotation whose text cannot be fetched stays unchanged', async () => {
  const { book } = edition({})
  await expect(reanchor(annotation, { ...book, text: () => Promise.reject(new Error('offline')) })).rejects.toThrow(
    'offline',
  )
})
