/** What has a price here, in the order of the panels; SOL is no token of ours. */
export const priceSymbols = ['SOL', 'SWDZ', 'SWDX'] as const

/** One of them. */
export type PriceSymbol = (typeof priceSymbols)[number]

/** How each is called beside its symbol. */
export const priceNames: Record<PriceSymbol, string> = { SOL: 'Solana', SWDZ: 'SWADEZ', SWDX: 'SWADEX' }

/** Wrapped SOL, by which services of prices know it. */
export const solMint = 'So11111111111111111111111111111111111111112'

/** Who is asked, in this order; see docs/decisions/020-prices.md. */
export const priceSources = ['jupiter', 'dexscreener', 'coingecko'] as const

/** One of them. */
export type PriceSourceName = (typeof priceSources)[number]

/** How each calls itself. */
export const sourceNames: Record<PriceSourceName, string> = {
  jupiter: 'Jupiter',
  dexscreener: 'DexScreener',
  coingecko: 'CoinGecko',
}

/** Where prices are asked for. */
export const pricesPath = '/api/tokens/prices'

/** How often browsers and the server ask. */
export const priceRefreshMs = 30_000

/** A price older than this is marked; about ten polls in a row brought nothing. */
export const staleAfterSeconds = 5 * 60

/** A price older than this is none: N/A. */
export const goneAfterSeconds = 15 * 60

/** Below this much in the pool, buying for some hundred dollars moves the price by percents. */
export const thinBelowUsd = 50_000

/** Recorded history comes in steps of this length. */
export const historyStepSeconds = 15 * 60

/** How many steps a day has: the last one is going on. */
export const historySteps = (24 * 3_600) / historyStepSeconds
