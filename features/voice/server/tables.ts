import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Conversations with the outside agent, for their budget alone; deleted after two days. Nothing that was said is in
 * them.
 */
export const voiceSessions = pgTable(
  'voice_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** A fingerprint of the client address. */
    visitor: text('visitor').notNull(),
    artistSlug: text('artist_slug').notNull(),
    /**
     * What counts against the budgets: all that was booked, after the end what was used, and in the end what the
     * service has of it.
     */
    seconds: integer('seconds').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** How the agent service names it; null where it does not say. */
    conversation: text('conversation'),
    /** How long it was by the service's own records, 0 for one that never began; null until those are known. */
    billedSeconds: integer('billed_seconds'),
  },
  (table) => [index('voice_sessions_started').on(table.startedAt)],
)
