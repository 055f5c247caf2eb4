import { expect, test } from 'vitest'
import { pageWithin } from './page-within.ts'

test.each([
  [1, 0, { page: 1, pageCount: 1, offset: 0 }],
  [9, 0, { page: 1, pageCount: 1, offset: 0 }],
  [1, 50, { page: 1, pageCount: 1, offset: 0 }],
  [2, 51, { page: 2, pageCount: 2, offset: 50 }],
  [900, 120, { page: 3, pageCount: 3, offset: 100 }],
])('page %i of a list with %i entries', (requested, total, expected) => {
  expect(pageWithin(requested, total, 50)).toEqual(expected)
})
