import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Conversations with the outside agent, for their budget alone; deleted after two days. Nothing that was said is in them. */
export const voiceSessions = pgTable(
  'voice_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** A fingerprint of the client address. */
    visitor: text('visitor').notNull(),
    artistSlug: text('artist_slug').notNull(),
    /** What counts against the budgets: all that was booked, and after the end what was used. */
    seconds: integer('seconds').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [index('voice_sessions_started').on(table.startedAt)],
)
