import { expect, onTestFinished, test } from 'vitest'
import type { Edition } from './edition.ts'
import { startPrerendering } from './prerender.ts'

type PrerenderCall = { id: string; edition: string; openPages: number }

/** Creates a library of eight-page books, and records imports, rendered pages in order, and warnings. */
function openLibrary(
  books: PrerenderCall[],
  onPage: (name: string, page: number) => void = () => undefined,
  list = () => books,
) {
  const [taken, made, warned]: [string[], string[], string[]] = [[], [], []]
  const editionOf = (id: string) =>
    ({ name: `${id}-${books.find((book) => book.id === id)?.edition ?? ''}`, pageCount: 8 }) as Edition
  const ahead = startPrerendering({
    books: list,
    editions: {
      importEdition: async (id) => (taken.push(id), editionOf(id)),
      current: async (id) => editionOf(id),
      get: async (id) => editionOf(id),
    },
    pages: {
      image: async () => Buffer.alloc(0),
      saveImage: () => undefined,
      async text({ name }, page) {
        made.push(`${name} ${page}`)
        onPage(name, page)
        return { page, lines: [] }
      },
      allLines: async () => [],
      settle: async () => undefined,
    },
    isPrerendering: true,
    log: { warn: (_details: object, message?: string) => void warned.push(message ?? '') },
    pace: { firstPauseMs: 0, maxPauseMs: 0, isBusy: () => false },
  })
  onTestFinished(() => ahead.stop())
  return { ahead, taken, made, warned }
}

const pagesOf = (made: string[], name: string) =>
  made.filter((one) => one.startsWith(`${name} `)).map((one) => Number(one.split(' ')[1]))

test('the first pages of a newly published book come before the rest of others', async () => {
  const books = [
    { id: 'long', edition: 'a', openPages: Infinity },
    { id: 'paid', edition: 'b', openPages: 2 },
  ]
  const { ahead, made } = openLibrary(books, (name, page) => {
    if (name !== 'long-a' || page !== 6 || books.length > 2) return
    books.push({ id: 'new', edition: 'c', openPages: 3 })
    ahead.refresh()
  })
  await expect.poll(() => made.length, { timeout: 15_000 }).toBe(24)
  expect(made.slice(made.indexOf('long-a 6') + 1, made.indexOf('long-a 7'))).toEqual(['new-c 1', 'new-c 2', 'new-c 3'])
  for (const name of ['long-a', 'paid-b', 'new-c']) expect(pagesOf(made, name)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('an edit of one book looks up that book alone', async () => {
  const books = Array.from({ length: 50 }, (_, index) => ({ id: `book${index}`, edition: 'a', openPages: 1 }))
  const { ahead, taken, made } = openLibrary(books)
  await expect.poll(() => made.length, { timeout: 15_000 }).toBe(400)
  taken.length = 0
  books[7] = { id: 'book7', edition: 'b', openPages: 1 }
  ahead.refresh()
  await expect.poll(() => pagesOf(made, 'book7-b'), { timeout: 15_000 }).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect([taken, made.length]).toEqual([['book7'], 408])
})

test('stopping in the middle of a book renders no further page and logs no error', async () => {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const { ahead, made, warned } = openLibrary([{ id: 'long', edition: 'a', openPages: 8 }], (_name, page) => {
    if (page === 2) void ahead.stop().then(resolve)
  })
  await stopped
  expect([pagesOf(made, 'long-a'), warned]).toEqual([[1, 2], []])
})

test('a failed run is logged, and starts again on request', async () => {
  const books = [{ id: 'long', edition: 'a', openPages: 8 }]
  let isAway = true
  const { ahead, made, warned } = openLibrary(books, undefined, () => {
    if (isAway) throw new Error('the catalogue is away')
    return books
  })
  await expect.poll(() => warned).toEqual(['page prerendering failed; pages are rendered on request'])
  isAway = false
  ahead.refresh()
  await expect.poll(() => made.length).toBe(8)
})
