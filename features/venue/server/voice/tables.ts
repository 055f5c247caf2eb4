import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Reports about guests of the voice chat, one row for each guest and network address that reported them. */
export const venueReports = pgTable(
  'venue_reports',
  {
    /** Public id of the reported guest: a hash of the secret of a browser tab. */
    guestId: text('guest_id').notNull(),
    /** Hash of the network address of the reporting guest. */
    reporter: text('reporter').notNull(),
    guestName: text('guest_name').notNull(),
    hall: integer('hall').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Time at which the owner marked it as done. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.guestId, table.reporter] }), index('venue_reports_at').on(table.at)],
)
