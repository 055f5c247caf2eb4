import { expect, test } from 'vitest'
import { compareStrings, createSpecifiedCheck } from './compare-strings.ts'
import type { VisibleString } from './read-strings.ts'

const strings = (...texts: string[]): VisibleString[] =>
  texts.map((text, line) => ({ path: `app/${line}.tsx`, line, kind: 'text', text }))

test('a string that moved is unchanged, and each copy is counted once', () => {
  const before = strings('Save', 'Save', 'Old words', 'Books')
  const after = strings('Books', 'Save', 'New words')
  expect(compareStrings(before, after)).toEqual({ before: 4, after: 3, unchanged: 2, changed: 2, specified: 0 })
})

test('unchanged strings in the specification are counted', () => {
  const same = strings('Coming Soon', 'Page {…} of {…}', 'Soon')
  const { specified } = compareStrings(same, same, "The button reads 'Coming\nSoon'; 'Page N of total'.")
  expect(specified).toBe(3)
})

test('a string is specified if its parts appear there as whole words, whatever the punctuation', () => {
  const isSpecified = createSpecifiedCheck("You're in. Subscribing... 9 AM - every Friday")
  expect(isSpecified('You’re in')).toBe(true)
  expect(isSpecified('Subscribing…')).toBe(true)
  expect(isSpecified('9 AM – every {…}')).toBe(true)
  expect(isSpecified('Fri')).toBe(false)
  expect(isSpecified('{…}')).toBe(false)
  expect(isSpecified('Subscribe')).toBe(false)
})
