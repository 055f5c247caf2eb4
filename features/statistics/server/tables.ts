import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Counts of the site statistics, one row for each day (UTC), metric and item. They contain no personal data. */
export const siteCounts = pgTable(
  'site_counts',
  {
    day: date('day').notNull(),
    metric: text('metric').notNull(),
    key: text('key').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.metric, table.key] })],
)
