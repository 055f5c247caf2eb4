import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Posters of YouTube videos by id; each is fetched once and served from this site. */
export const artistPosters = pgTable('artist_posters', {
  youtubeId: text('youtube_id').primaryKey(),
  /** Time of the next attempt. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** Time when it was stored; null until then. */
  storedAt: timestamp('stored_at', { withTimezone: true }),
  /** Error of the last attempt; empty if it succeeded. */
  error: text('error').notNull().default(''),
})
