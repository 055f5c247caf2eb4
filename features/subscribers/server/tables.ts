import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * `pending` waits for a confirmation; `suppressed` has no mailbox any more, or complained, and gets nothing more until
 * that is taken back.
 */
export const subscriberStatus = pgEnum('subscriber_status', ['pending', 'subscribed', 'unsubscribed', 'suppressed'])

/** `monthly` gets one digest a month instead of the letters. */
export const newsletterFrequency = pgEnum('letter_frequency', ['weekly', 'monthly'])

/** Everyone who ever asked for the letter. One row per address, in lower case. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    status: subscriberStatus('status').notNull(),
    /**
     * Of a suppressed person: what they were before, which is what they are again when the suppression is taken back.
     */
    statusBefore: subscriberStatus('status_before'),
    frequency: newsletterFrequency('frequency').notNull().default('weekly'),
    /** Whether this person's opens and clicks may be counted; theirs to switch off. */
    allowsTracking: boolean('counts_reading').notNull().default(true),
    /** Refusals for a while, in a row; a delivered letter sets it back. */
    softBounces: integer('soft_bounces').notNull().default(0),
    /** Opens the person's own pages (confirm, unsubscribe); 192 random bits, valid for good. */
    token: text('token').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a welcome or confirmation mail was last queued; at most one an hour. */
    greetedAt: timestamp('greeted_at', { withTimezone: true }),
    /** What the desk's search looks through; the address is in lower case already. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(email || ' ' || first_name || ' ' || last_name)`),
    /** As a suppression knows the address; see `fingerprint` in platform/secrets.ts. */
    emailFingerprint: text('email_fingerprint')
      .notNull()
      .generatedAlwaysAs(sql`address_fingerprint(email)`),
    /** Whether a mail can carry the address at all. */
    isWritable: boolean('is_writable')
      .notNull()
      .generatedAlwaysAs(sql`email ~ '^[!-~]+@[!-~]+$' AND email !~ '[,;<>()"\\\\]|@.*@'`),
  },
  (table) => [
    index('subscribers_newest').on(table.createdAt.desc(), table.id),
    index('subscribers_of_status').on(table.status, table.createdAt.desc(), table.id),
    index('subscribers_of_fingerprint').on(table.emailFingerprint),
    // Whoever would get a letter now is counted without visiting a person.
    index('subscribers_reachable').on(table.status, table.isWritable, table.frequency),
  ],
)

/** What happened to a subscriber, in order; consent is provable from here. */
export const subscriberEvents = pgTable(
  'subscriber_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** The form, the version of the consent text, the way out that was taken. */
    detail: text('detail').notNull().default(''),
    /** A one-way fingerprint of the client address, never the address itself. */
    clientFingerprint: text('client_fingerprint').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('subscriber_events_of').on(table.subscriberId, table.at),
    // How the list grew, day by day, is read without visiting a person.
    index('subscriber_events_when').on(table.at, table.kind),
  ],
)

/**
 * Addresses that get nothing more. One that bounced or was erased at its owner's wish does again after they confirm by
 * mail that they want to come back. Only a fingerprint is kept, so that it outlives erasing the person and any import.
 */
export const suppressions = pgTable('suppressions', {
  /** Of the address in lower case. */
  emailFingerprint: text('email_fingerprint').primaryKey(),
  /**
   * `bounce`, `complaint`, `erased`, `by-desk`; the first and the last can be released in the admin, and a complaint
   * that only a file told.
   */
  reason: text('reason').notNull(),
  detail: text('detail').notNull().default(''),
  /** Whether an imported file said so, and not a mail of ours that came back. */
  isImported: boolean('is_imported').notNull().default(false),
  at: timestamp('at', { withTimezone: true }).notNull(),
})
