import { expect, test } from 'vitest'
import { noteOf, reasonForNone } from './price-note.ts'
import type { PricesView, ShownPrice } from './price-store.ts'

const view = (more: Partial<PricesView>, ...prices: (number | null)[]): PricesView => ({
  state: 'known',
  isAsking: true,
  isBusy: false,
  prices: prices.map((price) => ({ price }) as ShownPrice),
  ...more,
})

test.each([
  ['no source is connected', view({ isAsking: false }, null, null, null), 'off', 'off'],
  ['no source responds', view({}, null, null, null), 'unavailable', 'unavailable'],
  ['one price is known', view({}, null, 0.004, null), 'live', undefined],
  ['prices load', view({ state: 'loading' }), 'loading', undefined],
  ['our own server cannot be reached', view({ state: 'failed' }), 'failed', undefined],
])('while %s, the panel and the strip show the same state', (_case, shown, note, reason) => {
  expect(noteOf(shown)).toBe(note)
  expect(reasonForNone(shown)).toBe(reason)
})
