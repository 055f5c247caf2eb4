import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * One-time sign-in codes of the owner, stored as hashes. A code works once and is invalidated after a few wrong
 * guesses.
 */
export const ownerCodes = pgTable('owner_codes', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** HMAC of the code. */
  codeHash: text('code_hash').notNull(),
  /** Number of attempts so far. */
  guesses: integer('guesses').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
})

/** Snoozed action items. They reappear at `until`, or when their text changes. */
export const ownerSnoozes = pgTable('owner_snoozes', {
  itemKey: text('item_key').primaryKey(),
  /** Hash of the item's text when it was snoozed. */
  textHash: text('text_hash').notNull(),
  until: timestamp('until', { withTimezone: true }),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})

/** External links of the site and the result of their last check. */
export const ownerLinks = pgTable('owner_links', {
  url: text('url').primaryKey(),
  /** Start of the last check; null if it was never checked. */
  checkedAt: timestamp('checked_at', { withTimezone: true }),
  /** Error of the last check; empty if it succeeded. */
  error: text('error').notNull().default(''),
  /** Number of consecutive failures. */
  failures: integer('failures').notNull().default(0),
  failingSince: timestamp('failing_since', { withTimezone: true }),
  isDead: boolean('is_dead').notNull().default(false),
})
