import { expect, test } from 'vitest'
import { countOf } from './count-of.ts'

test.each([
  [0, '0 recipients'],
  [1, '1 recipient'],
  [2, '2 recipients'],
  [1204, '1,204 recipients'],
])('%d is counted as %s', (count, text) => {
  expect(countOf(count, 'recipient')).toBe(text)
})
