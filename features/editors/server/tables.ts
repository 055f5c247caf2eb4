import { index, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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

/** A desk account that is signed in somewhere. Its bearer token is a secret of which only the fingerprint is kept. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => adminAccounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('admin_sessions_of').on(table.accountId)],
)

/** What the desk's people did, in order. */
export const adminEvents = pgTable(
  'admin_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The account's address, or `schedule`. */
    actor: text('actor').notNull(),
    /** `<thing>.<verb>`. */
    act: text('act').notNull(),
    /** `<kind>:<id>` */
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('admin_events_of').on(table.subject, table.at)],
)
