import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { adminAccounts } from '../tables.ts'

// A credential belongs to an editor's account, or to the owner, who is known by the configured address alone.
const holderColumns = {
  /** Account of an editor; deleting it deletes the credential. The owner has none. */
  accountId: uuid('account_id').references(() => adminAccounts.id, { onDelete: 'cascade' }),
  /** Configured address of the owner at the time, so that a new owner does not inherit credentials. */
  ownerEmail: text('owner_email'),
}

/** Passkeys of the owner and of editors: public keys only. */
export const adminPasskeys = pgTable(
  'admin_passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ...holderColumns,
    /** Credential id, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE public key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the authenticator; 0 if it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Random user id that the authenticator returns, base64url; the same for all passkeys of a holder. */
    userHandle: text('user_handle').notNull(),
    /** Transports that the browser reported, such as `internal` and `hybrid`. */
    transports: text('transports').array().notNull().default([]),
    /** True if the passkey is synchronized between devices. */
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    name: text('name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [
    index('admin_passkeys_of').on(table.accountId),
    check('admin_passkeys_whose', sql`num_nonnulls(account_id, owner_email) = 1`),
  ],
)

/** Recovery codes, stored as hashes. Each works once. */
export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ...holderColumns,
    codeHash: text('code_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    index('admin_recovery_codes_of').on(table.accountId),
    check('admin_recovery_codes_whose', sql`num_nonnulls(account_id, owner_email) = 1`),
  ],
)

/** Challenges of WebAuthn that wait for a response. A challenge works once, in the browser that requested it. */
export const adminChallenges = pgTable(
  'admin_challenges',
  {
    /** Hash of the challenge. */
    challengeHash: text('challenge_hash').primaryKey(),
    /** Ceremony and admin, such as `owner-sign-in`. */
    purpose: text('purpose').notNull(),
    /** Hash of the session, cookie or sign-in token that it is bound to. */
    bindingHash: text('binding_hash').notNull(),
    /** User id that the new passkey gets; null for sign-ins. */
    userHandle: text('user_handle'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('admin_challenges_end').on(table.expiresAt)],
)

/** Authenticator apps (TOTP) of editors. */
export const adminTotp = pgTable('admin_totp', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => adminAccounts.id, { onDelete: 'cascade' }),
  /** Shared secret, encrypted. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** Null until the first code was entered; until then it is not asked for. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** Time step of the last accepted code, in units of 30 seconds. Codes of this step and earlier ones are refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

/** Sign-ins of editors whose password was right and that wait for the second step. */
export const adminPendingSignIns = pgTable(
  'admin_pending_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => adminAccounts.id, { onDelete: 'cascade' }),
    /** Number of attempts so far. */
    guesses: integer('guesses').notNull().default(0),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('admin_pending_sign_ins_of').on(table.accountId)],
)
