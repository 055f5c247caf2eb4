import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { HealthCheck, NeedSource } from '#features/owner/contract.ts'
import { followMints } from './mints.ts'
import { createPriceFeed, type PriceFeed } from './price-feed.ts'
import { createPriceHealth } from './price-health.ts'
import { createPriceNeeds } from './price-needs.ts'
import { createPriceNews, type PriceNews } from './price-news.ts'
import { priceRoutes } from './price-routes.ts'
import { coinGecko } from './sources/coingecko.ts'
import { dexScreener } from './sources/dexscreener.ts'
import { jupiter } from './sources/jupiter.ts'

/** What SOL and the two tokens cost: asked for by one process, known to all. */
export type Prices = {
  routes: FastifyPluginAsync
  /** Prices that were known and are none any more. */
  needs: NeedSource
  /** A line of the desk's Settings. */
  health: HealthCheck
  /** What the letter may tell. */
  news(): PriceNews[]
  /** Looks once, and asks when it is this process's turn. */
  lookNow: PriceFeed['lookNow']
  start(): void
  stop(): Promise<void>
}

export function createPrices({
  config,
  database: { db },
  changes,
  clock,
  log,
  intervalMs,
}: {
  config: Config
  database: Pick<Database, 'db'>
  changes: Changes
  clock: Clock
  log: Record<'info' | 'warn', (details: object, message: string) => void>
  intervalMs?: number
}): Prices {
  const mints = followMints(config)
  const all = [
    jupiter(config.JUPITER_BASE_URL, config.JUPITER_API_KEY),
    dexScreener(config.DEXSCREENER_BASE_URL),
    coinGecko(config.COINGECKO_BASE_URL),
  ]
  const sources = config.PRICE_SOURCES === 'on' ? all : []
  const feed = createPriceFeed({ db, changes, clock, log, mints, sources, ...(intervalMs === undefined ? {} : { intervalMs }) })
  const parts = { feed, mints, clock }
  return {
    routes: priceRoutes(parts),
    needs: createPriceNeeds(parts),
    health: createPriceHealth(parts),
    news: createPriceNews(parts),
    lookNow: feed.lookNow,
    start: feed.start,
    stop: feed.stop,
  }
}
