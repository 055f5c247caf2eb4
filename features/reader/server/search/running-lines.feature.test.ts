import { expect, test } from 'vitest'
import { searchPath, type SearchReply } from '#features/reader/contract.ts'
import { printedPdf, testReaders } from '../test-reader.ts'

const openTestReader = testReaders()
import { withoutRunningLines } from './running-lines.ts'

const body = (page: number) => [
  `Of page ${page} something`,
  `is said on ${page} that no other`,
  `page says, being page ${page}.`,
]

test('headers and page numbers are cleared, and every other line stays in place', () => {
  const pages = [1, 2, 3, 4].map((page) => ['1 Find a Hole', String(page), ...body(page)])
  const bare = withoutRunningLines([['Find a hole', 'and stay there.'], ...pages])
  expect(bare).toEqual([['Find a hole', 'and stay there.'], ...[1, 2, 3, 4].map((page) => ['', '', ...body(page)])])
})

test('footers are found from the bottom, whatever the length of the page', () => {
  const pages = [1, 2, 3].map((page) => [...Array(page).fill('la'), ...body(page), `Page ${page} of 3`, 'A Book'])
  const bare = withoutRunningLines([['A book'], ...pages])
  expect(bare.slice(1).map((lines) => lines.slice(-3))).toEqual([1, 2, 3].map((page) => [body(page)[2], '', '']))
})

test('a header whose words appear nowhere else is found once, and text repeated on two pages is kept', () => {
  const pages = [1, 2, 3].map((page) => ['The Only Place', ...body(page)])
  expect(withoutRunningLines(pages).map(([head]) => head)).toEqual(['The Only Place', '', ''])
  expect(withoutRunningLines(pages.slice(1))).toEqual(pages.slice(1))
})

test('search skips headers and still returns the lines as printed', async () => {
  const pages = [1, 2, 3].map((page) => ['1 Find a Hole', String(page + 4), ...body(page)])
  const { app } = await openTestReader({ free: printedPdf([['Find a hole'], ...pages]) })
  const hits = async (q: string) =>
    (await app.inject({ url: searchPath('free'), query: { q } })).json<SearchReply>().hits
  expect((await hits('find a hole')).map(({ page }) => page)).toEqual([1])
  expect(await hits('being page 3')).toMatchObject([{ page: 4, lines: [4] }])
})

test('page numbers of other scripts are cleared, and numbers in a text are not', () => {
  for (const number of [
    (page: number) => `– ${page} –`,
    (page: number) => `第${page}页`,
    (page: number) => String.fromCharCode(0x660 + page),
  ]) {
    const bare = withoutRunningLines([1, 2, 3].map((page) => [number(page), ...body(page)]))
    expect(bare.map(([head]) => head)).toEqual(['', '', ''])
  }
  const chapters = [1, 2, 3].map((page) => [`Chapter ${page}`, ...body(page)])
  expect(withoutRunningLines(chapters)).toEqual(chapters)
})
