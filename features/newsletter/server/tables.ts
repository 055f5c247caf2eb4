import { index, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** `pending` waits for a confirmation; `suppressed` bounced for good or complained and gets nothing more, ever. */
export const subscriberStatus = pgEnum('subscriber_status', ['pending', 'subscribed', 'unsubscribed', 'suppressed'])

/** Everyone who ever asked for the letter. One row per address, in lower case. */
export const subscribers = pgTable('subscribers', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  status: subscriberStatus('status').notNull(),
  /** Opens the person's own pages (confirm, unsubscribe); 192 random bits, valid for good. */
  token: text('token').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When a welcome or confirmation mail was last queued; at most one an hour. */
  greetedAt: timestamp('greeted_at', { withTimezone: true }),
})

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
  (table) => [index('subscriber_events_of').on(table.subscriberId, table.at)],
)

/** What an account of the newsletter desk may do; see ruling 12 in docs/security.md. */
export const adminRole = pgEnum('admin_role', ['super_admin', 'editor', 'viewer'])

/** People who can sign in at the newsletter desk. */
export const adminAccounts = pgTable('admin_accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  role: adminRole('role').notNull(),
  /** scrypt, with its own parameters and salt in the text. */
  passwordHash: text('password_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
