import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** One-time codes on their way to the owner's mailbox. Only a hash is kept; a code opens once, and dies after a few wrong guesses. */
export const ownerCodes = pgTable('owner_codes', {
  id: uuid('id').primaryKey().defaultRandom(),
  codeHash: text('code_hash').notNull(),
  /** Wrong guesses so far. */
  guesses: integer('guesses').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
})

/** Browsers in which the owner is signed in. */
export const ownerSessions = pgTable('owner_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('token_hash').notNull().unique(),
  email: text('email').notNull(),
  /** What the browser calls itself, to tell sessions apart in the list. */
  agent: text('agent').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** What was done at the desk, with what takes it back. Rows are only ever added. */
export const ownerActs = pgTable(
  'owner_acts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    actor: text('actor').notNull(),
    /** What was done to what: `claim.confirm`, `track.accept` … */
    act: text('act').notNull(),
    /** The key of the thing: `claim:<order id>`, `book:<book id>` … */
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('owner_acts_of').on(table.subject, table.at), index('owner_acts_at').on(table.at)],
)

/** Needs the owner has put aside; they come back when their text changes, or at `until`. */
export const ownerDismissals = pgTable('owner_dismissals', {
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
