import { insertAuditEntry, revokeSessionsOf } from '#platform/admin/queries.ts'
import { deletePendingSignIns } from '#platform/admin/second-step/queries.ts'
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

/** Accounts of the newsletter admin. There is always a super admin. */
export type Accounts = {
  list(): Promise<AccountSummary[]>
  /** Creates an account. @throws AppError `conflict` if the address already has one. */
  create(account: { email: string; role: AdminRole; password: string }, by: Editor): Promise<AccountSummary>
  /** Changes the role or password. @throws AppError `not-found`, `conflict` if no super admin would be left. */
  change(id: string, change: { role?: AdminRole | undefined; password?: string | undefined }, by: Editor): Promise<void>
  /** Deletes an account. @throws AppError as {@link Accounts.change}. */
  remove(id: string, by: Editor): Promise<void>
  /** Checks the account's own password. @throws AppError `forbidden` if it is wrong. */
  verifyOwnPassword(current: string, by: Editor): Promise<void>
  /**
   * Changes the account's own password and ends its other sessions.
   *
   * @throws AppError `forbidden` if the current password is wrong.
   */
  changeOwnPassword(input: { current: string; password: string; tokenHash: string }, by: Editor): Promise<void>
}

const accountNotFound = () => new AppError('not-found', 'This account no longer exists.')

/** Creates the account management of the newsletter admin. */
export function createAccounts({
  db,
  passwords,
  clock,
}: {
  db: Database['db']
  passwords: Passwords
  clock: Clock
}): Accounts {
  async function verifyOwnPassword(current: string, { id }: Editor) {
    const account = await findAccount(db, id)
    if (!(await passwords.verify(current, account?.passwordHash)) || !account)
      throw new AppError('forbidden', 'The current password is wrong.')
  }

  return {
    verifyOwnPassword,
    async list() {
      return (await listAccounts(db)).map(summaryOf)
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
        return summaryOf(account)
      })
    },
    async change(id, { role, password }, by) {
      const passwordHash = password === undefined ? undefined : await passwords.hash(password)
      await db.transaction(async (tx) => {
        const all = await lockAccounts(tx)
        const account = all.find((one) => one.id === id)
        if (!account) throw accountNotFound()
        if (role && role !== 'super_admin') assertSuperAdminLeft(all, id)
        await updateAccount(tx, id, { ...(role && { role }), ...(passwordHash && { passwordHash }) })
        if (passwordHash) {
          await revokeSessionsOf(tx, { kind: 'editor', id }, clock.now())
          await deletePendingSignIns(tx, id)
        }
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
        if (!account) throw accountNotFound()
        assertSuperAdminLeft(all, id)
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
      await verifyOwnPassword(current, by)
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        await updateAccount(tx, by.id, { passwordHash })
        await revokeSessionsOf(tx, { kind: 'editor', id: by.id }, clock.now(), tokenHash)
        await deletePendingSignIns(tx, by.id)
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

function assertSuperAdminLeft(all: { id: string; role: AdminRole }[], without: string): void {
  if (all.some(({ id, role }) => id !== without && role === 'super_admin')) return
  throw new AppError('conflict', 'This is the last super admin. Make another account a super admin first.')
}

function summaryOf({
  id,
  email,
  role,
  createdAt,
  hasSecondStep = false,
}: {
  id: string
  email: string
  role: AdminRole
  createdAt: Date
  hasSecondStep?: boolean
}): AccountSummary {
  return { id, email, role, created_at: createdAt.toISOString(), has_second_step: hasSecondStep }
}

/**
 * Creates the first super admin of the newsletter admin if there is no account yet.
 *
 * @param password Configured password; without one, a random password is generated.
 * @returns The account, with a generated password so that it can be shown once; undefined if there were accounts.
 */
export async function createFirstAdmin(
  db: Executor,
  { email, password, passwords }: { email: string; password: string | undefined; passwords: Passwords },
): Promise<{ email: string; password: string | undefined } | undefined> {
  if ((await countAdmins(db)) > 0) return undefined
  const newPassword = password ?? randomBytes(12).toString('base64url')
  const added = await insertAdmin(db, {
    email: normalizeEmail(email),
    role: 'super_admin',
    passwordHash: await passwords.hash(newPassword),
  })
  return added ? { email, password: password === undefined ? newPassword : undefined } : undefined
}
