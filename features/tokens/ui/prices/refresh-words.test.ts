import { expect, test } from 'vitest'
import { refreshWords } from './refresh-words.ts'

const price = (value: number | null, isStale = false) => ({ price: value, isStale })

test('asking for prices never claims more than came of it', () => {
  expect(refreshWords(true, [price(1), price(null)])).toBe('Prices are up to date.')
  expect(refreshWords(true, [price(1), price(2, true)])).toBe('Asked just now: nobody tells a newer price.')
  expect(refreshWords(true, [price(null), price(null)])).toBe('Asked just now: nobody tells a price.')
  expect(refreshWords(true, [])).toBe('Asked just now: nobody tells a price.')
  expect(refreshWords(false, [price(1)])).toBe('Prices could not be asked for. What was known stays.')
})
