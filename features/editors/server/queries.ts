import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AdminRole } from '#shared/admin-role.ts'
import { adminAccounts, adminSessions } from '#platform/admin/tables.ts'
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

/** All accounts, held until the transaction ends: whoever counts the super admins counts alone. */
export async function lockAccounts(db: Executor): Promise<Account[]> {
  return db.select().from(adminAccounts).orderBy(asc(adminAccounts.createdAt), asc(adminAccounts.email)).for('update')
}

export async function listAccounts(db: Executor): Promise<Omit<Account, 'passwordHash'>[]> {
  const { id, email, role, createdAt } = adminAccounts
  return db.select({ id, email, role, createdAt }).from(adminAccounts).orderBy(asc(createdAt), asc(email))
}

/** @returns undefined when the address has an account already. */
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

/** Its sessions go with it. */
export async function deleteAccount(db: Executor, id: string): Promise<void> {
  await db.delete(adminAccounts).where(eq(adminAccounts.id, id))
}

/** Who holds a token that is still good, with the role they have now. */
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

/** @returns false when the account was there already. */
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
