import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deliveries } from '../sending/tables.ts'

/** Mails that came back to a copy and were not understood; they wait for a person. They go with the copy's reader when that one is erased. */
export const returnedMails = pgTable(
  'newsletter_returned_mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Why nothing followed from it; see returned-mails.ts. */
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    sender: text('sender').notNull(),
    /** How it begins. */
    excerpt: text('excerpt').notNull(),
    /** The other address a report names. */
    about: text('about').notNull().default(''),
    /** One-way name of what it says, so that the same mail is listed once. */
    fingerprint: text('fingerprint').notNull(),
    /** How often it came. */
    times: integer('times').notNull().default(1),
    /** When it came last. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    settledBy: text('settled_by').notNull().default(''),
  },
  (table) => [
    uniqueIndex('newsletter_returned_mails_once').on(table.deliveryId, table.fingerprint),
    index('newsletter_returned_mails_open')
      .on(table.at, table.id)
      .where(sql`settled_at IS NULL`),
  ],
)
