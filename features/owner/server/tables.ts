import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * One-time codes on their way to the owner's mailbox. Only a hash is kept; a code opens once, and dies after a few
 * wrong guesses.
 */
export const ownerCodes = pgTable('owner_codes', {
  id: uuid('id').primaryKey().defaultRandom(),
  codeHash: text('code_hash').notNull(),
  /** Wrong guesses so far. */
  guesses: integer('guesses').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
})

/** Needs the owner has put aside; they come back when their text changes, or at `until`. */
export const ownerSnoozes = pgTable('owner_dismissals', {
  needKey: text('need_key').primaryKey(),
  /** What the need said when it was put aside. */
  said: text('said').notNull(),
  until: timestamp('until', { withTimezone: true }),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})

/** Links of the site that lead outside, as they answered when they were last asked. */
export const ownerLinks = pgTable('owner_links', {
  url: text('url').primaryKey(),
  /** When it was last asked, or taken to be asked; null for one that never was. */
  askedAt: timestamp('asked_at', { withTimezone: true }),
  /** What was wrong the last time; empty when it answered well. */
  trouble: text('trouble').notNull().default(''),
  /** How many times in a row there was trouble. */
  failures: integer('failures').notNull().default(0),
  failingSince: timestamp('failing_since', { withTimezone: true }),
  isDead: boolean('is_dead').notNull().default(false),
})
