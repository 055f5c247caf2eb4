import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { BookAccess, PageText } from '#features/reader/contract.ts'
import { AppError } from '#shared/errors.ts'
import { createReadAlong } from './read-along.ts'
import { readAlongRoutes } from './read-along-routes.ts'

const sentences = [
  'The first page holds this sentence and no other.',
  'Something else is printed on the second one.',
  'And the sixth page ends it.',
]
const pageOf = [1, 2, 6]
const narration = [
  {
    file: '01.mp3',
    paragraphs: sentences.map((text, index) => ({ text, startSeconds: index * 10, endSeconds: index * 10 + 8 })),
  },
]

function printPage(page: number): PageText {
  const text = sentences[pageOf.indexOf(page)]
  return { page, lines: text ? [{ x: 0, y: 0.1, width: 1, height: 0.02, text }] : [] }
}

test('a map is created once per edition, and again for the next edition', async () => {
  let [name, readCount] = ['a'.repeat(16), 0]
  const find = createReadAlong({
    narrationOf: () => narration,
    findEdition: async () => ({ name, pageCount: 6 }),
    async readText(_, page) {
      readCount += 1
      return printPage(page)
    },
  })
  const [one, two] = await Promise.all([find('book'), find('book')])
  expect([one.edition, one.chapters[0]!.paragraphs.map(({ page }) => page)]).toEqual([name, pageOf])
  expect([two === one, readCount]).toEqual([true, 6])
  name = 'b'.repeat(16)
  expect((await find('book')).edition).toBe(name)
  expect(readCount).toBe(12)
})

test('pages that cannot be read now are tried again later', async () => {
  let isBroken = true
  const find = createReadAlong({
    narrationOf: () => narration,
    findEdition: async () => ({ name: 'a'.repeat(16), pageCount: 6 }),
    async readText(_, page) {
      if (isBroken) throw new AppError('unavailable', 'Not now.')
      return printPage(page)
    },
  })
  await expect(find('book')).rejects.toThrow('Not now.')
  isBroken = false
  expect((await find('book')).chapters).toHaveLength(1)
})

test.each<[BookAccess, number[], string]>([
  [{ kind: 'free' }, [1, 2, 6], 'public, max-age=300'],
  [
    { kind: 'owned', openPages: 5, entitlementId: 'x', watermark: { orderCode: 'x', maskedEmail: 'x' } },
    [1, 2, 6],
    'private, no-store',
  ],
  [{ kind: 'preview', openPages: 5 }, [], 'private, no-store'],
])('visitors who may listen get the map: %o', async (access, pages, cacheControl) => {
  const app = Fastify()
  const findReadAlong = createReadAlong({
    narrationOf: () => narration,
    findEdition: async () => ({ name: 'a'.repeat(16), pageCount: 6 }),
    readText: async (_, page) => printPage(page),
  })
  await app.register(readAlongRoutes({ getBookAccess: async () => access, findReadAlong }))
  const answer = await app.inject('/api/reader/some-book/read-along')
  expect(answer.headers['cache-control']).toBe(cacheControl)
  expect(
    answer
      .json<{ chapters: { paragraphs: { page: number }[] }[] }>()
      .chapters.flatMap(({ paragraphs }) => paragraphs.map(({ page }) => page)),
  ).toEqual(pages)
})
