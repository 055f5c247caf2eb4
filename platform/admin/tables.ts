import { sql } from 'drizzle-orm'
import { check, index, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Roles of accounts in the newsletter admin; see ruling 12 in docs/security.md. */
export const adminRole = pgEnum('admin_role', ['super_admin', 'editor', 'viewer'])

/**
 * Kind of a session: the owner signs in with an emailed code and a cookie, an editor with a password and a bearer
 * token.
 */
export const adminSessionKind = pgEnum('admin_session_kind', ['owner', 'editor'])

/** Accounts of the newsletter admin. */
export const adminAccounts = pgTable('admin_accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  role: adminRole('role').notNull(),
  /** scrypt hash with its parameters and salt. */
  passwordHash: text('password_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Sessions of both admins. The cookie or token is a secret that is stored as a hash only. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    kind: adminSessionKind('kind').notNull().default('editor'),
    /** Account of an editor; deleting it deletes its sessions. The owner has none. */
    accountId: uuid('account_id').references(() => adminAccounts.id, { onDelete: 'cascade' }),
    /** Configured address of the owner at the time; an editor's is in the account. */
    email: text('email'),
    /** User agent of the browser, to distinguish sessions in a list. */
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

/** Audit log of both admins. Rows are never changed. */
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
