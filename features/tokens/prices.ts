/** Symbols with a price, in the order of the panels; SOL is not one of our tokens. */
export const priceSymbols = ['SOL', 'SWDZ', 'SWDX'] as const

/** Symbol with a price. */
export type PriceSymbol = (typeof priceSymbols)[number]

/** Names of the symbols. */
export const priceNames: Record<PriceSymbol, string> = { SOL: 'Solana', SWDZ: 'SWADEZ', SWDX: 'SWADEX' }

/** Mint of wrapped SOL, used by price sources. */
export const solMint = 'So11111111111111111111111111111111111111112'

/** Price sources in the order they are queried; see docs/decisions/020-prices.md. */
export const priceSources = ['jupiter', 'dexscreener', 'coingecko'] as const

/** Name of a price source. */
export type PriceSourceName = (typeof priceSources)[number]

/** Names of the price sources. */
export const sourceNames: Record<PriceSourceName, string> = {
  jupiter: 'Jupiter',
  dexscreener: 'DexScreener',
  coingecko: 'CoinGecko',
}

/** Path of the price API. */
export const pricesPath = '/api/tokens/prices'

/** Refresh interval of browsers and the server. */
export const priceRefreshMs = 30_000

/** A price older than this is marked as stale, after about ten failed polls. */
export const staleAfterSeconds = 5 * 60

/** A price older than this is shown as N/A. */
export const goneAfterSeconds = 15 * 60

/** Below this liquidity, buying for a few hundred dollars moves the price by several percent. */
export const thinBelowUsd = 50_000

/** Length of one step of the price history. */
export const historyStepSeconds = 15 * 60

/** Steps per day; the last one is incomplete. */
export const historySteps = (24 * 3_600) / historyStepSeconds
