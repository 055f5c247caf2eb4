import { bigint, doublePrecision, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** The last good price of each symbol, of the mint it had then. */
export const tokenPrices = pgTable('token_prices', {
  symbol: text('symbol').primaryKey(),
  mint: text('mint').notNull(),
  priceUsd: doublePrecision('price_usd').notNull(),
  /** In percent; null where the source does not say. */
  change24h: doublePrecision('change_24h'),
  /** How much lies in the pool, or in all pools the source knows of. */
  liquidityUsd: doublePrecision('liquidity_usd'),
  source: text('source').notNull(),
  /** The market the price was made at; empty where the source does not say. */
  poolVenue: text('pool_venue').notNull().default(''),
  poolAddress: text('pool_address').notNull().default(''),
  at: timestamp('at', { withTimezone: true }).notNull(),
})

/** Our own record of prices: the last one in each quarter of an hour. Pruned after some days. */
export const tokenPricePoints = pgTable(
  'token_price_points',
  {
    mint: text('mint').notNull(),
    /** When the quarter of an hour began. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    priceUsd: doublePrecision('price_usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mint, table.at] })],
)

/** How each service of prices answered lately, for all processes. */
export const tokenPriceSources = pgTable('token_price_sources', {
  name: text('name').primaryKey(),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
  /** What was wrong the last time; empty when it answered well. */
  error: text('trouble').notNull().default(''),
  failingSince: timestamp('failing_since', { withTimezone: true }),
  /** It is left alone until then. */
  cooldownUntil: timestamp('rest_until', { withTimezone: true }),
})

/** Whose turn it is to ask: whoever moves `due_at` on. One row. */
export const tokenPriceLeases = pgTable('token_price_turns', {
  name: text('name').primaryKey(),
  /** By the database's clock. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** One higher whenever something was written, so that other processes look again. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
})
