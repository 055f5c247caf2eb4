import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { HealthCheck, ActionItemSource } from '#features/owner/contract.ts'
import type { PricesReply } from '#features/tokens/contract.ts'
import { createPriceFeed, type Mints, type PriceFeed, type PriceReaderDeps } from './price-feed.ts'
import { createPriceHealth } from './price-health.ts'
import { createPriceActionItems } from './price-action-items.ts'
import { priceRoutes } from './price-routes.ts'
import { dexScreener } from './sources/dexscreener.ts'
import { solMint, priceNames, type PriceSymbol, priceSymbols, sourceNames } from '#features/tokens/prices.ts'
import { own, plausibleChange, plausibleLiquidity, plausiblePrice } from './sources/plausible.ts'
import type { PriceSource } from './sources/source.ts'
import { directionOf, formatChange, formatPrice } from '#features/tokens/price-format.ts'
import { priceReply } from './price-reply.ts'

/** Live prices of SOL and both tokens. */
export type Prices = {
  routes: FastifyPluginAsync
  /** Action items of lost prices. */
  actionItems: ActionItemSource
  /** Health check of the admin. */
  health: HealthCheck
  /** Returns the reply with all prices. */
  read(): PricesReply
  /** Price records for the newsletter. */
  news(): PriceNews[]
  /** Polls once and fetches if this process gets the lease. */
  pollNow: PriceFeed['pollNow']
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
  const feed = createPriceFeed({
    db,
    changes,
    clock,
    log,
    mints,
    sources,
    ...(intervalMs === undefined ? {} : { intervalMs }),
  })
  const deps = { feed, mints, clock }
  return {
    routes: priceRoutes(deps),
    actionItems: createPriceActionItems(deps),
    health: createPriceHealth(deps),
    read: () => priceReply(feed.snapshot(), mints(), feed.isAsking, clock.now()),
    news: createPriceNews(deps),
    pollNow: feed.pollNow,
    start: feed.start,
    stop: feed.stop,
  }
}

/** Returns the configured mint of each symbol; the owner may change it at any time. */
function followMints(config: {
  readonly SWDZ_MINT?: string | undefined
  readonly SWDX_MINT?: string | undefined
}): () => Mints {
  return () => ({
    SOL: solMint,
    ...(config.SWDZ_MINT ? { SWDZ: config.SWDZ_MINT } : {}),
    ...(config.SWDX_MINT ? { SWDX: config.SWDX_MINT } : {}),
  })
}

/**
 * Creates the source Jupiter, Price API v3: one object keyed by mint, without tokens that it does not trust.
 *
 * @see https://dev.jup.ag/docs/price/v3
 */
function jupiter(base = 'https://api.jup.ag', apiKey?: string): PriceSource {
  return {
    name: 'jupiter',
    cooldownSeconds: 0,
    knows: (mints) => mints,
    request: (mints) => ({
      url: `${base.replace(/\/+$/, '')}/price/v3?ids=${mints.map(encodeURIComponent).join(',')}`,
      headers: apiKey ? { 'x-api-key': apiKey } : ({} as Record<string, string>),
    }),
    read: (body, mints) =>
      mints.flatMap((mint) => {
        const entry = own(body, mint)
        const priceUsd = plausiblePrice(own(entry, 'usdPrice'))
        if (priceUsd === undefined) return []
        return {
          mint,
          priceUsd,
          change24h: plausibleChange(own(entry, 'priceChange24h')),
          liquidityUsd: plausibleLiquidity(own(entry, 'liquidity')),
          poolVenue: '',
          poolAddress: '',
        }
      }),
  }
}

/**
 * Creates the source CoinGecko, used rarely and for SOL only, because its free quota is monthly.
 *
 * @see https://docs.coingecko.com/reference/simple-price
 */
function coinGecko(base = 'https://api.coingecko.com'): PriceSource {
  return {
    name: 'coingecko',
    cooldownSeconds: 110,
    knows: (mints) => mints.filter((mint) => mint === solMint),
    request: () => ({
      url: `${base.replace(/\/+$/, '')}/api/v3/simple/price?ids=solana&vs_currencies=usd&include_24hr_change=true&include_last_updated_at=true`,
      headers: {},
    }),
    read(body) {
      const solana = own(body, 'solana')
      const priceUsd = plausiblePrice(own(solana, 'usd'))
      if (priceUsd === undefined) return []
      const updatedAt = own(solana, 'last_updated_at')
      const isTimestamp = typeof updatedAt === 'number' && updatedAt > 0 && updatedAt < 1e11
      return [
        {
          mint: solMint,
          priceUsd,
          change24h: plausibleChange(own(solana, 'usd_24h_change')),
          liquidityUsd: null,
          poolVenue: '',
          poolAddress: '',
          ...(isTimestamp ? { at: new Date(updatedAt * 1000) } : {}),
        },
      ]
    },
  }
}

/** One price for the newsletter: the reported fact and its source, without a forecast. */
type PriceNews = { title: string; facts: string; path: string; at: Date }

/** Creates the price records of fresh prices; stale prices and thin markets are left out. */
function createPriceNews({ feed, mints, clock }: PriceReaderDeps) {
  return function priceNews(): PriceNews[] {
    const { data } = priceReply(feed.snapshot(), mints(), feed.isAsking, clock.now())
    return priceSymbols.flatMap((symbol) => {
      const { price, change24h, at, isStale, isThin, source } = data[symbol.toLowerCase() as Lowercase<PriceSymbol>]
      if (price === null || at === null || source === null || isStale || isThin) return []
      const change =
        change24h === null
          ? ''
          : directionOf(change24h) === 'level'
            ? ', unchanged from the day before'
            : `, ${formatChange(change24h)} from the day before`
      return {
        title: `${priceNames[symbol]} (${symbol}) at ${formatPrice(price)}`,
        facts: `One ${symbol} cost ${formatPrice(price)} when this was written${change}, according to ${sourceNames[source]}. Prices change by the minute.`,
        path: '/tokens',
        at: new Date(at),
      }
    })
  }
}
