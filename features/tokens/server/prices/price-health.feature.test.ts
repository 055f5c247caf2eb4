import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { createPriceWorld, swdzMint } from './test-prices.ts'

const { open, double, pass } = createPriceWorld()
const sol = { [solMint]: { usd: 147.48, liquidityUsd: 6e8 } }
const soon = () => AbortSignal.timeout(1000)

test('a token without a listed market is reported as such and is no error', async () => {
  double().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 } } })
  const { prices, poll } = open()
  await poll()
  expect(await prices.health.ask(soon())).toEqual({
    state: 'well',
    says: 'SOL from Jupiter 0 s ago; SWDZ from Jupiter 0 s ago; SWDX is not listed by Jupiter or DexScreener yet',
    todo: '',
  })
  expect(await prices.actionItems.list()).toEqual([])
})

test('while no source responds, a missing market is not reported', async () => {
  double().answer('jupiter', { fault: 'reset' })
  double().answer('dexscreener', { body: '{}', status: 500 })
  double().answer('coingecko', { prices: sol })
  const { prices, poll } = open()
  await poll()
  const line = await prices.health.ask(soon())
  expect(line).toMatchObject({ state: 'trouble', todo: expect.stringContaining('the outbound network connection') })
  expect(line.says).toMatch(/SWDX has no price; Jupiter cannot be reached; DexScreener returned status 500/)
})

test('a token that is no longer listed asks to check its market, not the machine', async () => {
  double().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 } } })
  const { prices, poll } = open({ SWDX_MINT: '' })
  await poll()
  double().answer('jupiter', { prices: sol })
  pass(901)
  await poll()
  const line = await prices.health.ask(soon())
  expect(line).toMatchObject({
    state: 'trouble',
    todo: expect.stringContaining('Check whether this token still has a market'),
  })
  expect(line.says).toContain(
    'SWDZ last updated 15 min ago and no longer listed by Jupiter or DexScreener; SWDX has no mint',
  )
})
