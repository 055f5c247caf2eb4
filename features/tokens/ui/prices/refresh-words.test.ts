import { expect, test } from 'vitest'
import { refreshWords } from './refresh-words.ts'

const price = (value: number | null, isStale = false) => ({
  symbol: 'SOL' as const,
  price: value,
  change24h: null,
  source: null,
  at: null,
  ageSeconds: null,
  isStale,
  liquidityUsd: null,
  isThin: false,
  pool: null,
  mint: null,
  history: { stepSeconds: 900, prices: [] },
})

test('asking for prices never claims more than came of it', () => {
  expect(refreshWords(true, { prices: [price(1), price(null)] })).toBe('Prices are up to date.')
  expect(refreshWords(true, { prices: [price(1), price(2, true)] })).toBe('Asked just now: nobody tells a newer price.')
  expect(refreshWords(true, { prices: [price(null), price(null)] })).toBe('Asked just now: nobody tells a price.')
  expect(refreshWords(true, { prices: [] })).toBe('Asked just now: nobody tells a price.')
  expect(refreshWords(false, { prices: [price(1)] })).toBe('Prices could not be asked for. What was known stays.')
})
