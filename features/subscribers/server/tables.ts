import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { defaultLocale, type Locale } from '#shared/locales.ts'

/**
 * Status of a subscriber. `pending`: not confirmed yet; `suppressed`: the address bounced, complained or was
 * suppressed, and gets nothing until the suppression is removed.
 */
export const subscriberStatus = pgEnum('subscriber_status', ['pending', 'subscribed', 'unsubscribed', 'suppressed'])

/** Frequency of the newsletter. `monthly`: one digest per month instead of the issues. */
export const newsletterFrequency = pgEnum('newsletter_frequency', ['weekly', 'monthly'])

/** Everyone who ever signed up for the newsletter. One row per address, in lower case. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    status: subscriberStatus('status').notNull(),
    /** Status before a suppression, restored when the suppression is removed. */
    statusBefore: subscriberStatus('status_before'),
    frequency: newsletterFrequency('frequency').notNull().default('weekly'),
    /** Consent to counting opens and clicks; the person can turn this off. */
    allowsTracking: boolean('counts_engagement').notNull().default(true),
    /** Language of the form of the sign-up, and of the emails about the subscription. */
    locale: text('locale').$type<Locale>().notNull().default(defaultLocale),
    /** Number of consecutive soft bounces; a delivered issue resets it. */
    softBounces: integer('soft_bounces').notNull().default(0),
    /**
     * Hash of the random token in the links that earlier versions mailed; null for later rows, whose links are signed.
     * Both kinds of links open the person's own pages and never expire.
     */
    earlierTokenHash: text('earlier_token_hash').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time of the last welcome or confirmation email; at most one per hour. */
    greetedAt: timestamp('greeted_at', { withTimezone: true }),
    /** Text for the search in the admin; the address is in lower case already. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(email || ' ' || first_name || ' ' || last_name)`),
    /** Hash of the address as in suppressions; see `hashValue` in platform/secrets.ts. */
    emailHash: text('email_hash')
      .notNull()
      .generatedAlwaysAs(sql`address_hash(email)`),
    /** True when emails can be sent to the address at all. */
    isWritable: boolean('is_writable')
      .notNull()
      .generatedAlwaysAs(sql`email ~ '^[!-~]+@[!-~]+$' AND email !~ '[,;<>()"\\\\]|@.*@'`),
  },
  (table) => [
    index('subscribers_newest').on(table.createdAt.desc(), table.id),
    index('subscribers_of_status').on(table.status, table.createdAt.desc(), table.id),
    index('subscribers_of_email_hash').on(table.emailHash),
    // Counts the recipients of an issue without reading the rows.
    index('subscribers_reachable').on(table.status, table.isWritable, table.frequency),
  ],
)

/** Events of a subscriber, which prove the consent. */
export const subscriberEvents = pgTable(
  'subscriber_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Form, version of the consent text, or way of unsubscribing. */
    detail: text('detail').notNull().default(''),
    /** One-way hash of the client address, never the address itself. */
    clientHash: text('client_hash').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('subscriber_events_of').on(table.subscriberId, table.at),
    // Reads the growth of the list per day without reading the rows.
    index('subscriber_events_when').on(table.at, table.kind),
  ],
)

/**
 * Suppressed addresses. An address that bounced or was erased at its owner's request can be subscribed again after a
 * confirmation by email. Only a hash is stored, so that the suppression survives erasing the person and any import.
 */
export const suppressions = pgTable('suppressions', {
  /** Hash of the address in lower case. */
  emailHash: text('email_hash').primaryKey(),
  /**
   * `bounce`, `complaint`, `erased` or `by-admin` (set in the admin). The admin can remove the first, the last, and a
   * complaint from an imported file.
   */
  reason: text('reason').notNull(),
  detail: text('detail').notNull().default(''),
  /** True if it comes from an imported file and not from a returned email of ours. */
  isImported: boolean('is_imported').notNull().default(false),
  at: timestamp('at', { withTimezone: true }).notNull(),
})
