import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { createPriceWorld, swdzMint } from './test-prices.ts'

const { open, fake, pass } = createPriceWorld()
const sol = { [solMint]: { usd: 147.48, liquidityUsd: 6e8 } }
const soon = () => AbortSignal.timeout(1000)

test('a token without a listed market is reported as such and is not an error', async () => {
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 } } })
  const { prices, poll } = open()
  await poll()
  expect(await prices.health.check(soon())).toEqual({
    state: 'ok',
    message: 'SOL from Jupiter 0 s ago; SWDZ from Jupiter 0 s ago; SWDX is not listed by Jupiter or DexScreener yet',
    remedy: '',
  })
  expect(await prices.actionItems.list()).toEqual([])
})

test('while no source responds, a missing market is not reported', async () => {
  fake().answer('jupiter', { fault: 'reset' })
  fake().answer('dexscreener', { body: '{}', status: 500 })
  fake().answer('coingecko', { prices: sol })
  const { prices, poll } = open()
  await poll()
  const line = await prices.health.check(soon())
  expect(line).toMatchObject({ state: 'error', remedy: expect.stringContaining('the outbound network connection') })
  expect(line.message).toMatch(/SWDX has no price; Jupiter cannot be reached; DexScreener returned status 500/)
})

test('a token that is no longer listed causes a hint to check its market, not the machine', async () => {
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 } } })
  const { prices, poll } = open({ SWDX_MINT: '' })
  await poll()
  fake().answer('jupiter', { prices: sol })
  pass(901)
  await poll()
  const line = await prices.health.check(soon())
  expect(line).toMatchObject({
    state: 'error',
    remedy: expect.stringContaining('Check whether this token still has a market'),
  })
  expect(line.message).toContain(
    'SWDZ last updated 15 min ago and no longer listed by Jupiter or DexScreener; SWDX has no mint address',
  )
})
