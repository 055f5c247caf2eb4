import { expect, test } from 'vitest'
import { advancesOf } from './letter-advances.ts'

const letter = (text: string, left: number, right: number) => ({
  text,
  box: { left, right, top: 0, bottom: 0.1 },
  isUpended: false,
})
const blank = { text: ' ', box: undefined, isUpended: false }

test('the advance of a letter ends at the next one, and a space begins at the end of its word', () => {
  const letters = [blank, letter('i', 0.2, 0.22), letter('W', 0.22, 0.3), blank, blank, letter('a', 0.32, 0.4), blank]
  expect(advancesOf(letters, 'iW a', 0.2, 0.4)).toEqual([1000, 4000, 1000, 4000])
})

test('the letters of a ligature share its shape, and kerning never gives a negative advance', () => {
  expect(advancesOf([letter('ffi', 0, 0.6), letter('x', 0.59, 1)], 'ffix', 0, 1)).toEqual([2000, 2000, 1900, 4100])
})

test('a kerned pair that is a whole line keeps the positions of its letters', () => {
  expect(advancesOf([letter('T', 0, 0.55), letter('o', 0.48, 1)], 'To', 0, 1)).toEqual([4800, 5200])
})

test('a line with another direction has no advances', () => {
  expect(advancesOf([letter('b', 0.5, 1), letter('a', 0, 0.5)], 'ba', 0, 1)).toBeUndefined()
  expect(advancesOf([{ ...letter('a', 0, 1), isUpended: true }], 'a', 0, 1)).toBeUndefined()
})
