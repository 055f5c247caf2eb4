import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/** Counts of {@link createRateLimit}; the library defines the column names. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Unix time in milliseconds; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
})
