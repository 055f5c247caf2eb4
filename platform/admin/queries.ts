import { and, desc, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { adminSessions, auditLog } from './tables.ts'

/** A row of `admin_sessions`. */
export type AdminSession = typeof adminSessions.$inferSelect

type NewSession = Omit<typeof adminSessions.$inferInsert, 'id' | 'kind' | 'revokedAt'>

/** Owner of sessions. @property id Id of the account. */
type SessionHolder = { kind: 'owner' } | { kind: 'editor'; id: string }

const isLive = (now: Date) => and(gt(adminSessions.expiresAt, now), isNull(adminSessions.revokedAt))

/** Inserts a session. */
export async function insertSession(
  db: Executor,
  session: NewSession & ({ kind: 'owner'; email: string } | { kind: 'editor'; accountId: string }),
): Promise<void> {
  await db.insert(adminSessions).values(session)
}

/** Deletes sessions that have ended. */
export async function deleteEndedSessions(db: Executor, now: Date): Promise<void> {
  await db.delete(adminSessions).where(or(lt(adminSessions.expiresAt, now), lt(adminSessions.revokedAt, now)))
}

/** Finds the owner's valid session by its token hash; tokens of editors do not match. */
export async function findOwnerSession(db: Executor, tokenHash: string, now: Date): Promise<AdminSession | undefined> {
  const [row] = await db
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.kind, 'owner'), eq(adminSessions.tokenHash, tokenHash), isLive(now)))
  return row
}

/** Lists the valid sessions of the owner, newest first. */
export async function listOwnerSessions(db: Executor, now: Date): Promise<AdminSession[]> {
  return db
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.kind, 'owner'), isLive(now)))
    .orderBy(desc(adminSessions.createdAt))
    .limit(200)
}

/** Updates the time of the last use and the end of a session. */
export async function renewSession(db: Executor, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await db.update(adminSessions).set({ seenAt, expiresAt }).where(eq(adminSessions.id, id))
}

/** Ends a session. @returns The session; undefined if it had already ended or is of the other kind. */
export async function revokeSession(
  db: Executor,
  kind: AdminSession['kind'],
  tokenHash: string,
  now: Date,
): Promise<AdminSession | undefined> {
  const [row] = await db
    .update(adminSessions)
    .set({ revokedAt: now })
    .where(and(eq(adminSessions.kind, kind), eq(adminSessions.tokenHash, tokenHash), isLive(now)))
    .returning()
  return row
}

/**
 * Ends all sessions of the owner or of an account.
 *
 * @param exceptTokenHash Session that stays valid, such as the one that changes its own password.
 */
export async function revokeSessionsOf(
  db: Executor,
  holder: SessionHolder,
  now: Date,
  exceptTokenHash = '',
): Promise<void> {
  const isTheirs = holder.kind === 'owner' ? eq(adminSessions.kind, 'owner') : eq(adminSessions.accountId, holder.id)
  await db
    .update(adminSessions)
    .set({ revokedAt: now })
    .where(and(isTheirs, isNull(adminSessions.revokedAt), ne(adminSessions.tokenHash, exceptTokenHash)))
}

/** Adds an entry to the audit log, in the transaction of the action. */
export async function insertAuditEntry(db: Executor, line: Omit<typeof auditLog.$inferInsert, 'id'>): Promise<void> {
  await db.insert(auditLog).values(line)
}

/** Lists entries of the audit log, newest first, optionally of one subject only. */
export async function listAuditEntries(db: Executor, subject: string | undefined, limit: number) {
  return db
    .select()
    .from(auditLog)
    .where(subject === undefined ? undefined : eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.at))
    .limit(limit)
}
