import { expect, test } from 'vitest'
import type { ShownPrice } from './price-store.ts'
import { outcomeOf, shortOutcomeText, outcomeText } from './refresh-outcome.ts'

const price = (value: number | null, ageSeconds: number | null): ShownPrice => ({
  symbol: 'SOL',
  price: value,
  change24h: null,
  source: null,
  at: null,
  ageSeconds,
  isStale: false,
  liquidityUsd: null,
  isThin: false,
  pool: null,
  mint: null,
  history: { startsAt: '2026-11-21T17:00:00.000Z', stepSeconds: 900, prices: [] },
})
const told = (isAnswered: boolean, prices: ShownPrice[], isAsking = true) => outcomeOf(isAnswered, { isAsking, prices })

test('a manual refresh reports its outcome', () => {
  expect(outcomeText(told(true, [price(1, 20), price(2, 0), price(null, null)]))).toBe('Prices are up to date.')
  expect(outcomeText(told(true, [price(1, 20), price(2, 200)]))).toBe('The oldest price is 3 min old.')
  expect(outcomeText(told(true, [price(null, 1_000), price(null, null)]))).toBe('No price is available right now.')
  expect(outcomeText(told(true, []))).toBe('No price is available right now.')
  expect(outcomeText(told(true, [price(null, null)], false))).toBe('No live price source is connected.')
  expect(outcomeText(told(false, [price(1, 0)]))).toBe('Couldn’t update prices. Showing the last known prices.')
  expect(outcomeText(undefined)).toBe('')
})

test('the compact panel has shorter texts', () => {
  const outcomes = [
    told(true, [price(1, 20)]),
    told(true, [price(1, 840)]),
    told(true, []),
    told(true, [], false),
    told(false, []),
  ]
  for (const outcome of outcomes)
    expect(shortOutcomeText(outcome).length, shortOutcomeText(outcome)).toBeLessThanOrEqual(22)
  expect(shortOutcomeText(undefined)).toBe('')
})
