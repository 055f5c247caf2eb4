import { afterAll, afterEach, beforeAll } from 'vitest'
import { startPriceFake, type PriceFake } from '#tests/support/price-fake.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { silentChanges } from '#platform/database/test-changes.ts'
import { readConfig } from '#platform/config.ts'
import { pricesReplySchema } from '#features/tokens/contract.ts'
import Fastify from 'fastify'
import { createPrices, type Prices } from './prices.ts'

export const swdzMint = 'SWDZ1111111111111111111111111111111111111111'
export const swdxMint = 'SWDX1111111111111111111111111111111111111111'

/** Creates processes that share a database and fake price sources, at a time set by the test. */
export function createPriceWorld() {
  const world = { now: new Date('2026-11-22T12:00:00Z'), warned: [] as string[] }
  let site: TestSite
  let fake: PriceFake
  const opened: Prices[] = []
  beforeAll(async () => {
    site = await buildTestSite()
    fake = await startPriceFake()
  })
  afterEach(async () => {
    for (const prices of opened.splice(0)) await prices.stop()
    for (const table of ['token_prices', 'token_price_points', 'token_price_sources', 'token_price_leases'])
      await site.database.pool.query(`delete from ${table}`)
    for (const service of ['jupiter', 'dexscreener', 'coingecko'] as const) fake.answer(service, { prices: {} })
    fake.requests.length = 0
    world.now = new Date('2026-11-22T12:00:00Z')
    world.warned.length = 0
  })
  afterAll(async () => {
    await fake?.close()
    await site?.close()
  })

  /** Creates a process; fetches are due at once unless an interval is given. */
  function open(environment: Record<string, string> = {}, intervalMs = 0) {
    const config = readConfig({ SWDZ_MINT: swdzMint, SWDX_MINT: swdxMint, ...fake.env, ...environment })
    const log = { info: () => undefined, warn: (_details: object, message: string) => void world.warned.push(message) }
    const prices = createPrices({
      config,
      database: site.database,
      changes: silentChanges,
      clock: { now: () => world.now },
      log,
      intervalMs,
    })
    opened.push(prices)
    const app = Fastify()
    void app.register(prices.routes)
    const read = async () => pricesReplySchema.parse((await app.inject('/api/tokens/prices')).json()).data
    return { prices, read, poll: () => prices.pollNow() }
  }

  return {
    world,
    open,
    fake: () => fake,
    site: () => site,
    pass: (seconds: number) => void (world.now = new Date(world.now.getTime() + seconds * 1000)),
    /** Makes the next fetch due now, as after an interval. */
    due: () => site.database.pool.query(`update token_price_leases set due_at = now() - interval '1 second'`),
    queriedServices: () => fake.requests.map(({ service }) => service),
  }
}
