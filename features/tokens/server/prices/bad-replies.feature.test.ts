import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { badPriceReplies, endlessPriceReplies, solEntry } from '#tests/support/bad-price-replies.ts'
import { restSecondsOf } from './sources/ask-json.ts'
import { openPriceWorld } from './test-prices.ts'

const { open, double } = openPriceWorld()

test.each(Object.entries(badPriceReplies))('%s is no price', async (_name, script) => {
  double().answer('jupiter', script)
  double().answer('dexscreener', script)
  double().answer('coingecko', script)
  const { look, read } = open({ SWDZ_MINT: '', SWDX_MINT: '' })
  await look()
  const { sol } = await read()
  expect(sol).toMatchObject({ price: null, change24h: null, liquidityUsd: null, source: null })
})

test('what hangs, hangs after its first words or drips is let go after four seconds, and the next one is asked', async () => {
  for (const [name, script] of Object.entries(endlessPriceReplies)) {
    double().answer('jupiter', script)
    double().answer('dexscreener', { prices: { [solMint]: { usd: 150, liquidityUsd: 1e8 } } })
    const { look, read } = open({ SWDZ_MINT: '', SWDX_MINT: '' })
    await look()
    expect((await read()).sol, name).toMatchObject({ price: 150, source: 'dexscreener' })
  }
}, 60_000)

test('nonsense beside a good price takes only itself away', async () => {
  double().answer('jupiter', solEntry('{"usdPrice":147.48,"priceChange24h":"up","liquidity":-5,"decimals":"many"}'))
  const { look, read } = open()
  await look()
  expect((await read()).sol).toMatchObject({ price: 147.48, change24h: null, liquidityUsd: null, isThin: false })
})

test('pairs that are strange leave the good ones', async () => {
  const pair = (priceUsd: unknown, depth: unknown) => ({
    chainId: 'solana',
    baseToken: { address: solMint },
    priceUsd,
    liquidity: { usd: depth },
  })
  const strange = [
    null,
    5,
    [],
    {},
    pair(147, 9e9),
    pair('NaN', 9e9),
    pair('0x10', 9e9),
    pair('-1', 9e9),
    { ...pair('1', 9e9), chainId: 'base' },
  ]
  double().answer('dexscreener', { body: JSON.stringify([...strange, pair('150.5', 1000)]) })
  const { look, read } = open()
  await look()
  expect((await read()).sol).toMatchObject({ price: 150.5, liquidityUsd: 1000, isThin: true })
})

test('how long to leave a service alone is read from its headers, within an hour', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const rest = (headers: Record<string, string>) => restSecondsOf(new Headers(headers), now)
  expect(rest({ 'retry-after': '90' })).toBe(90)
  expect(rest({ 'retry-after': 'Sun, 22 Nov 2026 12:02:00 GMT' })).toBe(120)
  expect(rest({ 'x-ratelimit-reset': String(now / 1000 + 33) })).toBe(33)
  expect(rest({})).toBe(60)
  for (const strange of ['0', '-5', 'soon', 'Sun, 22 Nov 2020 12:02:00 GMT'])
    expect(rest({ 'retry-after': strange })).toBeGreaterThanOrEqual(1)
  expect(rest({ 'retry-after': '99999999999' })).toBe(3600)
})
