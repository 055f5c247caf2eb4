import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Conversations with the external agent, stored for the budget only and deleted after two days. They contain nothing
 * that was said.
 */
export const voiceSessions = pgTable(
  'voice_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Hash of the client address. */
    visitor: text('visitor').notNull(),
    artistSlug: text('artist_slug').notNull(),
    /**
     * Seconds that count against the budgets: first the reservation, after the end the elapsed time, finally the
     * duration in the service's record.
     */
    seconds: integer('seconds').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** The service's id of the conversation; null if unknown. */
    conversation: text('conversation'),
    /** Duration in the service's records, 0 if it never started; null until known. */
    billedSeconds: integer('billed_seconds'),
  },
  (table) => [index('voice_sessions_started').on(table.startedAt)],
)
