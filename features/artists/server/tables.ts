import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Posters of films on YouTube, by the film's id; each is fetched once and served from here. */
export const artistPosters = pgTable('artist_posters', {
  youtubeId: text('youtube_id').primaryKey(),
  /** When it is asked for, again after trouble. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** When the picture was stored; null until then. */
  storedAt: timestamp('stored_at', { withTimezone: true }),
  /** What was the matter the last time; empty when it came. */
  error: text('trouble').notNull().default(''),
})
