import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { badPriceReplies, solEntry } from '#tests/support/bad-price-replies.ts'
import { createPriceWorld } from './test-prices.ts'

const { open, fake } = createPriceWorld()

test.each(Object.entries(badPriceReplies))('%s is not a price', async (_name, script) => {
  fake().answer('jupiter', script)
  fake().answer('dexscreener', script)
  fake().answer('coingecko', script)
  const { poll, read } = open({ SWDZ_MINT: '', SWDX_MINT: '' })
  await poll()
  const { sol } = await read()
  expect(sol).toMatchObject({ price: null, change24h: null, liquidityUsd: null, source: null })
})

test('a source that does not respond is skipped, and the next one is queried', async () => {
  fake().answer('jupiter', { fault: 'reset' })
  fake().answer('dexscreener', { prices: { [solMint]: { usd: 150, liquidityUsd: 1e8 } } })
  const { poll, read } = open({ SWDZ_MINT: '', SWDX_MINT: '' })
  await poll()
  expect((await read()).sol).toMatchObject({ price: 150, source: 'dexscreener' })
})

test('invalid fields beside a valid price are ignored', async () => {
  fake().answer('jupiter', solEntry('{"usdPrice":147.48,"priceChange24h":"up","liquidity":-5,"decimals":"many"}'))
  const { poll, read } = open()
  await poll()
  expect((await read()).sol).toMatchObject({ price: 147.48, change24h: null, liquidityUsd: null, isThin: false })
})

test('invalid pairs are ignored', async () => {
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
  fake().answer('dexscreener', { body: JSON.stringify([...strange, pair('150.5', 1000)]) })
  const { poll, read } = open()
  await poll()
  expect((await read()).sol).toMatchObject({ price: 150.5, liquidityUsd: 1000, isThin: true })
})
