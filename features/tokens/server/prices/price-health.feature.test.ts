import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { openPriceWorld, swdzMint } from './test-prices.ts'

const { open, fake, pass } = openPriceWorld()
const sol = { [solMint]: { usd: 147.48, liquidityUsd: 6e8 } }
const soon = () => AbortSignal.timeout(1000)

test('a token no service knows a market of is told as that, and is no trouble', async () => {
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 } } })
  const { prices, look } = open()
  await look()
  expect(await prices.health.check(soon())).toEqual({
    state: 'ok',
    message:
      'SOL by Jupiter 0 s ago; SWDZ by Jupiter 0 s ago; SWDX has no market yet that Jupiter or DexScreener knows of',
    remedy: '',
  })
  expect(await prices.needs.list()).toEqual([])
})

test('while nobody answers, it is not said that there is no market', async () => {
  fake().answer('jupiter', { fault: 'reset' })
  fake().answer('dexscreener', { body: '{}', status: 500 })
  fake().answer('coingecko', { prices: sol })
  const { prices, look } = open()
  await look()
  const line = await prices.health.check(soon())
  expect(line).toMatchObject({ state: 'error', remedy: expect.stringContaining('the way out of this machine') })
  expect(line.message).toMatch(/SWDX told by nobody; Jupiter cannot be reached; DexScreener answers 500/)
})

test('a token that had a price and is left out now asks for a look at its market, not at the machine', async () => {
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 } } })
  const { prices, look } = open({ SWDX_MINT: '' })
  await look()
  fake().answer('jupiter', { prices: sol })
  pass(901)
  await look()
  const line = await prices.health.check(soon())
  expect(line).toMatchObject({
    state: 'error',
    remedy: expect.stringContaining('Look whether this token still has a market'),
  })
  expect(line.message).toContain(
    'SWDZ last told 15 min ago, and left out since by Jupiter and DexScreener; SWDX has no mint',
  )
})
