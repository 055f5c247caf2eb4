import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/** The counts behind {@link createRateLimit}; its columns are named by the library that fills it. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Unix milliseconds; null never ends. */
  expire: bigint('expire', { mode: 'number' }),
})
