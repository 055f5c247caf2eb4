import { sql } from 'drizzle-orm'
import { check, index, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What an account of the newsletter's admin may do; see ruling 12 in docs/security.md. */
export const adminRole = pgEnum('admin_role', ['super_admin', 'editor', 'viewer'])

/**
 * Who a session of the admin belongs to: the owner, by a mailed code and a cookie, or an editor, by a password and a
 * bearer token.
 */
export const adminSessionKind = pgEnum('admin_session_kind', ['owner', 'editor'])

/** Editors who can sign in at the newsletter's admin. */
export const adminAccounts = pgTable('admin_accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  role: adminRole('role').notNull(),
  /** scrypt, with its own parameters and salt in the text. */
  passwordHash: text('password_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Places where somebody is signed in to the admin. The cookie or token is a secret of which only the fingerprint is
 * kept.
 */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    kind: adminSessionKind('kind').notNull().default('editor'),
    /** The editor's account; it takes its sessions with it. The owner has none. */
    accountId: uuid('account_id').references(() => adminAccounts.id, { onDelete: 'cascade' }),
    /** The owner's address as it was configured then; an editor's is read from the account. */
    email: text('email'),
    /** What the browser calls itself, to tell sessions apart in a list. */
    agent: text('agent').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    index('admin_sessions_of').on(table.accountId),
    check(
      'admin_sessions_whose',
      sql`(kind = 'editor') = (account_id IS NOT NULL) AND (kind = 'owner') = (email IS NOT NULL)`,
    ),
  ],
)

/** What was done in the admin, by whom and when. Rows are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The address of the owner or of an account, or `schedule`. */
    actor: text('actor').notNull(),
    /** `<thing>.<verb>`: `claim.confirm`, `issue.send` … */
    action: text('act').notNull(),
    /** `<kind>:<id>`: `claim:<order id>`, `issue:<issue id>` … */
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('audit_log_of').on(table.subject, table.at), index('audit_log_at').on(table.at)],
)
