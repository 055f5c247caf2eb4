import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { AdminRole } from '#shared/admin-role.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { adminAccounts, adminEvents, adminSessions } from './tables.ts'
import type { Editor } from './editor.ts'

type Account = typeof adminAccounts.$inferSelect
type NewSession = Omit<typeof adminSessions.$inferInsert, 'id' | 'revokedAt'>

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
  const [row] = await db.insert(adminAccounts).values(account).onConflictDoNothing({ target: adminAccounts.email }).returning()
  return row
}

export async function updateAccount(db: Executor, id: string, change: Partial<Pick<Account, 'role' | 'passwordHash'>>): Promise<void> {
  await db.update(adminAccounts).set(change).where(eq(adminAccounts.id, id))
}

/** Its sessions go with it. */
export async function deleteAccount(db: Executor, id: string): Promise<void> {
  await db.delete(adminAccounts).where(eq(adminAccounts.id, id))
}

export async function insertSession(db: Executor, session: NewSession): Promise<void> {
  await db.insert(adminSessions).values(session)
}

/** Who holds a token that is still good, with the role they have now. */
export async function findEditor(db: Executor, tokenHash: string, now: Date): Promise<Omit<Editor, 'isOwner'> | undefined> {
  const [row] = await db
    .select({ id: adminAccounts.id, email: adminAccounts.email, role: adminAccounts.role, expiresAt: adminSessions.expiresAt })
    .from(adminSessions)
    .innerJoin(adminAccounts, eq(adminAccounts.id, adminSessions.accountId))
    .where(and(eq(adminSessions.tokenHash, tokenHash), gt(adminSessions.expiresAt, now), isNull(adminSessions.revokedAt)))
  return row
}

export async function revokeSession(db: Executor, tokenHash: string, now: Date): Promise<void> {
  await db
    .update(adminSessions)
    .set({ revokedAt: now })
    .where(and(eq(adminSessions.tokenHash, tokenHash), isNull(adminSessions.revokedAt)))
}

/** @param exceptTokenHash A session that stays, such as the one that changes its own password. */
export async function revokeSessionsOf(db: Executor, accountId: string, now: Date, exceptTokenHash = ''): Promise<void> {
  await db
    .update(adminSessions)
    .set({ revokedAt: now })
    .where(
      and(eq(adminSessions.accountId, accountId), isNull(adminSessions.revokedAt), sql`${adminSessions.tokenHash} <> ${exceptTokenHash}`),
    )
}

/** Sessions that can never be good again are not kept. */
export async function deleteEndedSessions(db: Executor, now: Date): Promise<void> {
  await db.delete(adminSessions).where(or(lt(adminSessions.expiresAt, now), lt(adminSessions.revokedAt, now)))
}

/** Keeps what somebody did at the desk. */
export async function insertAdminEvent(db: Executor, event: Omit<typeof adminEvents.$inferInsert, 'id'>): Promise<void> {
  await db.insert(adminEvents).values(event)
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
