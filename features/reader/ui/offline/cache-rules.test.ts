import { expect, test } from 'vitest'
import { booksToEvict, shouldCache } from './cache-rules.ts'

const book = (bookId: string, bytes: number, openedAt: number) => ({ bookId, bytes, openedAt })

test('nothing is evicted while there is space', () => {
  expect(booksToEvict([book('a', 40, 1), book('b', 40, 2)], 'b', 20, 100)).toEqual([])
})

test('the least recently opened book is evicted first, and the open one never', () => {
  const books = [book('open', 60, 1), book('old', 20, 2), book('new', 20, 3)]
  expect(booksToEvict(books, 'open', 10, 100)).toEqual(['old'])
  expect(booksToEvict(books, 'open', 40, 100)).toEqual(['old', 'new'])
  expect(booksToEvict(books, 'open', 41, 100)).toBeUndefined()
})

test('a page is cached once, at reading width', () => {
  expect(shouldCache(204, undefined)).toBe(false)
  expect(shouldCache(816, undefined)).toBe(true)
  expect(shouldCache(1224, 816)).toBe(true)
  expect(shouldCache(816, 1224)).toBe(false)
  expect(shouldCache(2448, 1224)).toBe(false)
})
