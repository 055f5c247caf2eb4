import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** Feeds that the owner has listed; generated issues may use them. */
export const feeds = pgTable('newsletter_feeds', {
  id: uuid('id').primaryKey().defaultRandom(),
  url: text('url').notNull().unique(),
  /** Title of the feed; empty until it was fetched. */
  title: text('title').notNull().default(''),
  addedBy: text('added_by').notNull(),
  addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  readAt: timestamp('read_at', { withTimezone: true }),
  /** Error of the last fetch; empty after a success. */
  problem: text('problem').notNull().default(''),
})

/** Items of feeds, stored as plain text. */
export const feedItems = pgTable(
  'newsletter_feed_items',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    /** Id of the item in the feed, or its address. */
    guid: text('guid').notNull(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    summary: text('summary').notNull().default(''),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('newsletter_feed_items_once').on(table.feedId, table.guid),
    index('newsletter_feed_items_newest').on(table.publishedAt),
  ],
)
