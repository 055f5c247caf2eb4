import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AdminRole } from '#shared/admin-role.ts'
import { adminAccounts, adminSessions } from '#platform/admin/tables.ts'
import { adminPasskeys, adminTotp } from '#platform/admin/second-step/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { Editor } from './editor.ts'

type Account = typeof adminAccounts.$inferSelect

export async function findAccountByEmail(db: Executor, email: string): Promise<Account | undefined> {
  const [row] = await db.select().from(adminAccounts).where(eq(adminAccounts.email, email))
  return row
}

export async function findAccount(db: Executor, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(adminAccounts).where(eq(adminAccounts.id, id))
  return row
}

/** Lists all accounts and locks them until the transaction ends, so that the super admins can be counted. */
export async function lockAccounts(db: Executor): Promise<Account[]> {
  return db.select().from(adminAccounts).orderBy(asc(adminAccounts.createdAt), asc(adminAccounts.email)).for('update')
}

export async function listAccounts(
  db: Executor,
): Promise<(Omit<Account, 'passwordHash'> & { hasSecondStep: boolean })[]> {
  const { id, email, role, createdAt } = adminAccounts
  const hasSecondStep = sql<boolean>`(exists (select from ${adminTotp} where ${adminTotp.accountId} = ${id} and ${adminTotp.confirmedAt} is not null)
    or exists (select from ${adminPasskeys} where ${adminPasskeys.accountId} = ${id}))`
  return db
    .select({ id, email, role, createdAt, hasSecondStep })
    .from(adminAccounts)
    .orderBy(asc(createdAt), asc(email))
}

/** Inserts an account. @returns Undefined if the address already has one. */
export async function insertAccount(
  db: Executor,
  account: { email: string; role: AdminRole; passwordHash: string; createdAt: Date },
): Promise<Account | undefined> {
  const [row] = await db
    .insert(adminAccounts)
    .values(account)
    .onConflictDoNothing({ target: adminAccounts.email })
    .returning()
  return row
}

export async function updateAccount(
  db: Executor,
  id: string,
  change: Partial<Pick<Account, 'role' | 'passwordHash'>>,
): Promise<void> {
  await db.update(adminAccounts).set(change).where(eq(adminAccounts.id, id))
}

/** Deletes an account with its sessions. */
export async function deleteAccount(db: Executor, id: string): Promise<void> {
  await db.delete(adminAccounts).where(eq(adminAccounts.id, id))
}

/** Finds the account of a valid token, with its current role. */
export async function findEditor(
  db: Executor,
  tokenHash: string,
  now: Date,
): Promise<Omit<Editor, 'isOwner'> | undefined> {
  const [row] = await db
    .select({
      id: adminAccounts.id,
      email: adminAccounts.email,
      role: adminAccounts.role,
      expiresAt: adminSessions.expiresAt,
    })
    .from(adminSessions)
    .innerJoin(adminAccounts, eq(adminAccounts.id, adminSessions.accountId))
    .where(
      and(eq(adminSessions.tokenHash, tokenHash), gt(adminSessions.expiresAt, now), isNull(adminSessions.revokedAt)),
    )
  return row
}

export async function countAdmins(db: Executor): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(adminAccounts)
  return row?.count ?? 0
}

/** Inserts an account. @returns False if the address already has one. */
export async function insertAdmin(
  db: Executor,
  admin: Pick<typeof adminAccounts.$inferInsert, 'email' | 'role' | 'passwordHash'>,
): Promise<boolean> {
  const rows = await db
    .insert(adminAccounts)
    .values(admin)
    .onConflictDoNothing({ target: adminAccounts.email })
    .returning({ id: adminAccounts.id })
  return rows.length > 0
}
