import { expect, test } from 'vitest'
import type { ShownPrice } from './price-store.ts'
import { createTranslator } from 'use-intl/core'
import { en } from '#features/tokens/messages/en.ts'
import { es } from '#features/tokens/messages/es.ts'
import { outcomeOf, outcomeValues, type RefreshOutcome } from './refresh-outcome.ts'

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
const outcomeFor = (isAnswered: boolean, prices: ShownPrice[], isAsking = true) =>
  outcomeOf(isAnswered, { isAsking, prices })

const textIn =
  (messages: typeof en, part: 'panel' | 'strip') =>
  (outcome: RefreshOutcome): string => {
    const t = createTranslator({ locale: 'en', messages: { tokens: messages }, namespace: `tokens.${part}` })
    return t(...outcomeValues(outcome))
  }

test('a manual refresh reports its outcome', () => {
  const outcomeText = textIn(en, 'panel')
  expect(outcomeText(outcomeFor(true, [price(1, 20), price(2, 0), price(null, null)]))).toBe('Prices are up to date.')
  expect(outcomeText(outcomeFor(true, [price(1, 20), price(2, 200)]))).toBe('The oldest price is 3 min old.')
  expect(outcomeText(outcomeFor(true, [price(null, 1_000), price(null, null)]))).toBe(
    'No price is available right now.',
  )
  expect(outcomeText(outcomeFor(true, []))).toBe('No price is available right now.')
  expect(outcomeText(outcomeFor(true, [price(null, null)], false))).toBe('No live price source is connected.')
  expect(outcomeText(outcomeFor(false, [price(1, 0)]))).toBe('Couldn’t update prices. Showing the last known prices.')
  for (const prices of [[], [price(null, 2_000)]])
    expect(outcomeText(outcomeFor(false, prices))).toBe('Couldn’t load prices.')
})

test('the compact panel has shorter texts in every language', () => {
  const outcomes = [
    outcomeFor(true, [price(1, 20)]),
    outcomeFor(true, [price(1, 840)]),
    outcomeFor(true, []),
    outcomeFor(true, [], false),
    outcomeFor(false, []),
    outcomeFor(false, [price(1, 0)]),
  ]
  for (const catalogue of [en, es as unknown as typeof en])
    for (const outcome of outcomes) {
      const text = textIn(catalogue, 'strip')(outcome)
      expect(text.length, text).toBeLessThanOrEqual(22)
      expect(text.length, text).toBeGreaterThan(0)
    }
})
