import { expect, onTestFinished, test } from 'vitest'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { AppError } from '#shared/errors.ts'
import { searchPath, type SearchReply, searchReplySchema } from '#features/reader/contract.ts'
import { computedMs } from '#tests/support/computed-time.ts'
import { allLinesKey } from './page-store.ts'
import { ownerCookie, printedPdf, testReaders } from './test-reader.ts'

const openTestReader = testReaders()

const pages = [
  ['The Quick brown fox', 'jumps over the lazy dog and re-', 'cords a song.'],
  ['Caf\\351 cr\\350me at noon', 'a well-known quick', 'brown bear'],
  ['three'],
  ['four'],
  ['five'],
  ['The hidden treasure lies under the old oak', 'and a quick brown hare'],
  ['quicksand'],
]

async function opened() {
  const site = await openTestReader({ paid: printedPdf(pages), free: printedPdf(pages) })
  return async (bookId: string, q: string, headers = {}) => {
    const reply = await site.app.inject({ url: searchPath(bookId), query: { q }, headers })
    expect(reply.headers['cache-control']).toBe('private, no-store')
    return searchReplySchema.parse(reply.json<SearchReply>())
  }
}

test('words are found regardless of case and accents, across line ends and hyphens', async () => {
  const search = await opened()
  expect((await search('free', 'CAFE creme')).hits).toMatchObject([
    { page: 2, match: 'Café crème', before: '', after: ' at noon', lines: [0] },
  ])
  expect((await search('free', 'records')).hits).toMatchObject([
    { page: 1, before: 'jumps over the lazy dog and ', match: 're- cords', lines: [1, 2] },
  ])
  expect((await search('free', 'fox jumps')).hits).toMatchObject([{ page: 1, match: 'fox jumps', lines: [0, 1] }])
  for (const words of ['well-known', 'wellknown', 'Well‐Known'])
    expect((await search('free', words)).hits).toHaveLength(1)
  expect((await search('free', 'quick brown')).hits.map(({ page, match }) => [page, match])).toEqual([
    [1, 'Quick brown'],
    [2, 'quick brown'],
    [6, 'quick brown'],
  ])
  expect((await search('free', 'quick')).hits).toHaveLength(4)
  expect((await search('free', 'nowhere at all')).hits).toEqual([])
})

test('on locked pages a search returns the pages of the words, but not their context', async () => {
  const search = await opened()
  const { hits, isCapped, isQuotaSpent } = await search('paid', 'Hidden  Treasure')
  expect([isCapped, isQuotaSpent]).toEqual([false, false])
  const around = { isLocked: true, before: '░░░░░░ ░░░░ ', after: ' ░░░░░░ ░░░░', lines: [] }
  expect(hits).toEqual([{ page: 6, match: 'Hidden Treasure', ...around }])
  // A hit at any position of a page and of a line gets the same blanks.
  expect((await search('paid', 'quicksand')).hits).toEqual([{ page: 7, match: 'quicksand', ...around }])
  expect((await search('paid', 'quick')).hits.map(({ page, isLocked }) => [page, isLocked])).toEqual([
    [1, false],
    [2, false],
    [6, true],
  ])
  expect((await search('paid', 'the hidden treasure lies', ownerCookie)).hits).toMatchObject([
    { page: 6, isLocked: false, lines: [0] },
  ])
})

test('extending a query does not reveal more text', async () => {
  const search = await opened()
  // Queries that cannot search locked pages do not count against the limit of five.
  for (const words of ['the hidden treasure', 'hidden treasure lies', 'hidden, treasure', 'oak.', 't'])
    expect(await search('paid', words)).toMatchObject({
      hits: words === 't' ? expect.anything() : [],
      isQuotaSpent: false,
    })
  for (const words of ['treas', 'hidden treasure', 'hidden t', 'quicks', 'treasure li'])
    expect((await search('paid', words)).hits).toHaveLength(words === 'hidden treasure' ? 1 : 0)
  expect((await search('paid', 'treasure lies')).isQuotaSpent).toBe(true)
})

test('searching locked pages is limited, and answers beyond the limit reveal nothing', async () => {
  const search = await opened()
  // Searches without hits count too.
  for (const words of ['quick', 'nowhere', 'treasure', 'gold', 'oak'])
    expect((await search('paid', words)).isQuotaSpent).toBe(false)
  const { query: _there, ...there } = await search('paid', 'treasure')
  const { query: _absent, ...absent } = await search('paid', 'diamonds')
  expect(there).toEqual({ hits: [], isCapped: false, isQuotaSpent: true })
  expect(absent).toEqual(there)
  expect(await search('paid', 'quick')).toMatchObject({ hits: [{ page: 1 }, { page: 2 }], isQuotaSpent: true })
  // Buyers are never counted.
  expect(await search('paid', 'quick', ownerCookie)).toMatchObject({ hits: [{}, {}, {}, {}], isQuotaSpent: false })
})

test('many addresses together search a book no more often than its daily limit allows', async () => {
  const { reader } = await openTestReader({ paid: printedPdf(pages), other: printedPdf(pages) })
  const searchAs = async (bookId: string, client: string) =>
    (await reader.search(await reader.editions.current(bookId), { kind: 'preview', openPages: 5 }, 'treasure', client))
      .isQuotaSpent
  // Each address uses up its own limit of five; the book's limit is twelve.
  for (let count = 0; count < 20; count += 1) expect(await searchAs('paid', '192.0.2.1')).toBe(count >= 5)
  for (let count = 0; count < 10; count += 1) expect(await searchAs('paid', `192.0.2.${count + 2}`)).toBe(count >= 7)
  expect(await searchAs('other', '192.0.2.99')).toBe(false)
})

test('a thousand pages are searched fast, with at most two hundred hits', async () => {
  const { reader, storage } = await openTestReader({})
  const lines = (page: number) =>
    Array.from({ length: 25 }, (_, line) => `line ${line} of page ${page}, with a few quite common words on it`)
  const words = JSON.stringify(Array.from({ length: 1000 }, (_, page) => lines(page)))
  await storage.put(allLinesKey({ name: 'long' }), Buffer.from(words), { contentType: 'application/json' })
  const edition = {
    bookId: 'long',
    sha256: 'long',
    name: 'long',
    storageKey: 'long',
    bytes: 1,
    pageCount: 1000,
    pageSizes: [],
    outline: [],
  }
  const search = (query: string) => reader.search(edition, { kind: 'free' }, query, 'somebody')
  const common = await search('common words')
  expect([common.hits.length, common.isCapped]).toEqual([200, true])
  const start = computedMs()
  expect(await search('line 7 of page 999')).toMatchObject({ hits: [{ page: 1000 }], isCapped: false })
  expect(computedMs() - start).toBeLessThan(1_000)
})

test('a word with a number behind its hyphen is found either way', async () => {
  const { app } = await openTestReader({ free: printedPdf([['Ask GPT-4 or MP-', '3 players']]) })
  for (const q of ['gpt-4', 'GPT4', 'mp3', 'mp-3']) {
    const { hits } = (await app.inject({ url: searchPath('free'), query: { q } })).json<SearchReply>()
    expect([q, hits.length]).toEqual([q, 1])
  }
})

test('an unreadable page does not hide other pages from search', async () => {
  const real = createPdfRenderer()
  onTestFinished(() => real.close())
  const renderer: PdfRenderer = {
    ...real,
    // Fails for the broken page whether it is read alone or with others.
    readPages: (source, from, to, urgency) =>
      from <= 2 && to >= 2
        ? Promise.reject(new AppError('unavailable', 'Too much.'))
        : real.readPages(source, from, to, urgency),
  }
  const { app } = await openTestReader({ free: printedPdf(pages) }, { renderer })
  const { hits } = (await app.inject({ url: searchPath('free'), query: { q: 'quick' } })).json<SearchReply>()
  expect(hits.map(({ page }) => page)).toEqual([1, 6, 7])
})
