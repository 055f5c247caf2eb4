import { insertAuditEntry, revokeSessionsOf } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountSummary } from '#features/editors/contract.ts'
import type { AdminRole } from '#shared/admin-role.ts'
import type { Editor } from './editor.ts'
import type { Passwords } from './passwords.ts'
import {
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  lockAccounts,
  updateAccount,
  countAdmins,
  insertAdmin,
} from './queries.ts'
import { randomBytes } from 'node:crypto'
import { normalizeEmail } from '#shared/email-address.ts'

/** Who may sign in at the desk. There is always a super admin. */
export type Accounts = {
  list(): Promise<AccountSummary[]>
  /** @throws AppError `conflict` when the address has an account. */
  create(account: { email: string; role: AdminRole; password: string }, by: Editor): Promise<AccountSummary>
  /** @throws AppError `not-found`, `conflict` when nobody would be left to do everything. */
  change(id: string, change: { role?: AdminRole | undefined; password?: string | undefined }, by: Editor): Promise<void>
  /** @throws AppError as {@link Accounts.change}. */
  remove(id: string, by: Editor): Promise<void>
  /**
   * Sets one's own password; other sessions of the account end.
   *
   * @throws AppError `forbidden` when the current one is not right.
   */
  changeOwnPassword(given: { current: string; password: string; tokenHash: string }, by: Editor): Promise<void>
}

const unknown = () => new AppError('not-found', 'This account no longer exists.')

export function createAccounts({
  db,
  passwords,
  clock,
}: {
  db: Database['db']
  passwords: Passwords
  clock: Clock
}): Accounts {
  return {
    async list() {
      return (await listAccounts(db)).map(lineOf)
    },
    async create({ email, role, password }, by) {
      const [passwordHash, createdAt] = [await passwords.hash(password), clock.now()]
      return db.transaction(async (tx) => {
        const account = await insertAccount(tx, { email, role, passwordHash, createdAt })
        if (!account) throw new AppError('conflict', `${email} already has an account.`)
        await insertAuditEntry(tx, {
          actor: by.email,
          action: 'account.create',
          subject: `account:${account.id}`,
          detail: role,
          at: createdAt,
        })
        return lineOf(account)
      })
    },
    async change(id, { role, password }, by) {
      const passwordHash = password === undefined ? undefined : await passwords.hash(password)
      await db.transaction(async (tx) => {
        const all = await lockAccounts(tx)
        const account = all.find((one) => one.id === id)
        if (!account) throw unknown()
        if (role && role !== 'super_admin') keepOneSuperAdmin(all, id)
        await updateAccount(tx, id, { ...(role && { role }), ...(passwordHash && { passwordHash }) })
        if (passwordHash) await revokeSessionsOf(tx, { kind: 'editor', id }, clock.now())
        const detail = [
          role && role !== account.role ? `role ${account.role} → ${role}` : '',
          passwordHash ? 'new password' : '',
        ]
        await insertAuditEntry(tx, {
          actor: by.email,
          action: 'account.change',
          subject: `account:${id}`,
          detail: detail.filter(Boolean).join(', '),
          at: clock.now(),
        })
      })
    },
    async remove(id, by) {
      await db.transaction(async (tx) => {
        const all = await lockAccounts(tx)
        const account = all.find((one) => one.id === id)
        if (!account) throw unknown()
        keepOneSuperAdmin(all, id)
        await deleteAccount(tx, id)
        await insertAuditEntry(tx, {
          actor: by.email,
          action: 'account.remove',
          subject: `account:${id}`,
          detail: account.email,
          at: clock.now(),
        })
      })
    },
    async changeOwnPassword({ current, password, tokenHash }, by) {
      const account = await findAccount(db, by.id)
      if (!(await passwords.verify(current, account?.passwordHash)) || !account) {
        throw new AppError('forbidden', 'The current password is wrong.')
      }
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        await updateAccount(tx, by.id, { passwordHash })
        await revokeSessionsOf(tx, { kind: 'editor', id: by.id }, clock.now(), tokenHash)
        await insertAuditEntry(tx, {
          actor: by.email,
          action: 'account.password',
          subject: `account:${by.id}`,
          at: clock.now(),
        })
      })
    },
  }
}

function keepOneSuperAdmin(all: { id: string; role: AdminRole }[], without: string): void {
  if (all.some(({ id, role }) => id !== without && role === 'super_admin')) return
  throw new AppError('conflict', 'This is the last super admin. Make another account a super admin first.')
}

function lineOf({
  id,
  email,
  role,
  createdAt,
}: {
  id: string
  email: string
  role: AdminRole
  createdAt: Date
}): AccountSummary {
  return { id, email, role, created_at: createdAt.toISOString() }
}

/**
 * Makes the first super admin of the newsletter desk when there is nobody yet.
 *
 * @param password From configuration; without one, one is made up and returned so that it can be shown once.
 * @returns The account to show, or undefined when somebody can sign in already.
 */
export async function createFirstAdmin(
  db: Executor,
  { email, password, passwords }: { email: string; password: string | undefined; passwords: Passwords },
): Promise<{ email: string; password: string | undefined } | undefined> {
  if ((await countAdmins(db)) > 0) return undefined
  const made = password ?? randomBytes(12).toString('base64url')
  const added = await insertAdmin(db, {
    email: normalizeEmail(email),
    role: 'super_admin',
    passwordHash: await passwords.hash(made),
  })
  return added ? { email, password: password === undefined ? made : undefined } : undefined
}
