import { and, desc, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { adminSessions, auditLog } from './tables.ts'

/** A row of `admin_sessions`. */
export type AdminSession = typeof adminSessions.$inferSelect

type NewSession = Omit<typeof adminSessions.$inferInsert, 'id' | 'kind' | 'revokedAt'>

/** Whose sessions are meant. @property id Of the account. */
type Whose = { kind: 'owner' } | { kind: 'editor'; id: string }

const isLive = (now: Date) => and(gt(adminSessions.expiresAt, now), isNull(adminSessions.revokedAt))

/** Opens a session. */
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

/** Returns the owner's session of this secret while it is good; a token of an editor names none. */
export async function findOwnerSession(db: Executor, tokenHash: string, now: Date): Promise<AdminSession | undefined> {
  const [row] = await db
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.kind, 'owner'), eq(adminSessions.tokenHash, tokenHash), isLive(now)))
  return row
}

/** Lists where the owner is signed in, the newest first. */
export async function listOwnerSessions(db: Executor, now: Date): Promise<AdminSession[]> {
  return db
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.kind, 'owner'), isLive(now)))
    .orderBy(desc(adminSessions.createdAt))
    .limit(200)
}

/** Notes that a session was used and until when it lives now. */
export async function renewSession(db: Executor, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await db.update(adminSessions).set({ seenAt, expiresAt }).where(eq(adminSessions.id, id))
}

/** Ends one session. @returns It as it was; undefined when it had ended already or is of the other kind. */
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
 * Ends all sessions of the owner or of one account.
 *
 * @param exceptTokenHash One that stays, such as that which changes
 * its own password.
 */
export async function revokeSessionsOf(db: Executor, whose: Whose, now: Date, exceptTokenHash = ''): Promise<void> {
  const isTheirs = whose.kind === 'owner' ? eq(adminSessions.kind, 'owner') : eq(adminSessions.accountId, whose.id)
  await db
    .update(adminSessions)
    .set({ revokedAt: now })
    .where(and(isTheirs, isNull(adminSessions.revokedAt), ne(adminSessions.tokenHash, exceptTokenHash)))
}

/** Logs what somebody did, in the transaction that did it. */
export async function insertAuditEntry(db: Executor, line: Omit<typeof auditLog.$inferInsert, 'id'>): Promise<void> {
  await db.insert(auditLog).values(line)
}

/** Lists what was done, the newest first; to one subject when given. */
export async function listAuditEntries(db: Executor, subject: string | undefined, limit: number) {
  return db
    .select()
    .from(auditLog)
    .where(subject === undefined ? undefined : eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.at))
    .limit(limit)
}
