import { bigint, doublePrecision, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Last valid price of each symbol, with its mint at that time. */
export const tokenPrices = pgTable('token_prices', {
  symbol: text('symbol').primaryKey(),
  mint: text('mint').notNull(),
  priceUsd: doublePrecision('price_usd').notNull(),
  /** Change in percent; null where the source does not report it. */
  change24h: doublePrecision('change_24h'),
  /** Liquidity in the pool, or in all known pools. */
  liquidityUsd: doublePrecision('liquidity_usd'),
  source: text('source').notNull(),
  /** Market of the price; empty where the source does not report it. */
  poolVenue: text('pool_venue').notNull().default(''),
  poolAddress: text('pool_address').notNull().default(''),
  at: timestamp('at', { withTimezone: true }).notNull(),
})

/** Price history: the last price of each 15 minutes. Pruned after some days. */
export const tokenPricePoints = pgTable(
  'token_price_points',
  {
    mint: text('mint').notNull(),
    /** Start of the 15 minutes. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    priceUsd: doublePrecision('price_usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mint, table.at] })],
)

/** Recent status of each price source, for all processes. */
export const tokenPriceSources = pgTable('token_price_sources', {
  name: text('name').primaryKey(),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
  /** Last error; empty after a good response. */
  error: text('error').notNull().default(''),
  failingSince: timestamp('failing_since', { withTimezone: true }),
  /** Not queried before this time. */
  cooldownUntil: timestamp('cooldown_until', { withTimezone: true }),
})

/** Lease of the next fetch: the process that moves `due_at` forward has it. One row. */
export const tokenPriceLeases = pgTable('token_price_leases', {
  name: text('name').primaryKey(),
  /** Time of the database’s clock. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** Incremented with every write, so that other processes reload. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
})
