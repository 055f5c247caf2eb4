import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/tokens/messages/en.ts'
import type { ShownPrice } from './price-store.ts'
import { ProvenanceFacts } from './provenance-facts.tsx'

function show(price: number | null, isAsking = true): string {
  const shown = {
    symbol: 'SWDZ',
    mint: 'mint',
    price,
    source: null,
    at: null,
    liquidityUsd: null,
    isThin: false,
    pool: null,
    history: { prices: [price], stepSeconds: 900 },
  } as unknown as ShownPrice
  return renderToStaticMarkup(
    inEnglish(<ProvenanceFacts price={shown} isAsking={isAsking} panelId="facts" />, { tokens: en }),
  )
}

test('a token without a price does not promise a price range', () => {
  expect(show(1)).toContain('A price is recorded every 15 minutes.')
  const none = show(null)
  expect(none).toContain('No source has reported a price.')
  expect(none).not.toContain('Price range')
})

test('while no price source is connected, none is said to have reported nothing', () => {
  const off = show(null, false)
  expect(off).toContain('No live price source is connected.')
  expect(off).not.toMatch(/No source has reported|Not reported|Liquidity/)
  expect(show(null)).toMatch(/Liquidity.*Not reported/s)
})
