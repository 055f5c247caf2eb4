import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import { ownerCodes, ownerSessions } from '../tables.ts'

type Reader = Pick<Database['db'], 'select' | 'insert' | 'update' | 'delete'>

/** A row of `owner_sessions`. */
export type SessionRow = typeof ownerSessions.$inferSelect

/** Ends every code that was not used. */
export async function endCodes(db: Reader, now: Date): Promise<void> {
  await db.update(ownerCodes).set({ usedAt: now }).where(isNull(ownerCodes.usedAt))
}

export async function insertCode(db: Reader, code: { id: string; codeHash: string; createdAt: Date; expiresAt: Date }): Promise<void> {
  await db.insert(ownerCodes).values(code)
}

/** The codes that are alive, the newest first. */
export async function listLiveCodes(db: Reader, now: Date, limit: number) {
  return db
    .select({ id: ownerCodes.id, codeHash: ownerCodes.codeHash, guesses: ownerCodes.guesses, createdAt: ownerCodes.createdAt })
    .from(ownerCodes)
    .where(and(isNull(ownerCodes.usedAt), gt(ownerCodes.expiresAt, now)))
    .orderBy(desc(ownerCodes.createdAt))
    .limit(limit)
}

/** Counts a guess before it is looked at; false when all of them are spent. */
export async function countGuess(db: Reader, id: string, most: number): Promise<boolean> {
  const rows = await db
    .update(ownerCodes)
    .set({ guesses: sql`${ownerCodes.guesses} + 1` })
    .where(and(eq(ownerCodes.id, id), isNull(ownerCodes.usedAt), lt(ownerCodes.guesses, most)))
    .returning({ id: ownerCodes.id })
  return rows.length === 1
}

/** Uses a code up; false when somebody else did in the same moment. */
export async function useCode(db: Reader, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(ownerCodes)
    .set({ usedAt: now })
    .where(and(eq(ownerCodes.id, id), isNull(ownerCodes.usedAt)))
    .returning({ id: ownerCodes.id })
  return rows.length === 1
}

export async function insertSession(db: Reader, session: typeof ownerSessions.$inferInsert): Promise<void> {
  await db.insert(ownerSessions).values(session)
}

export async function findSession(db: Reader, tokenHash: string, now: Date): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(ownerSessions)
    .where(and(eq(ownerSessions.tokenHash, tokenHash), gt(ownerSessions.expiresAt, now)))
  return row
}

export async function renewSession(db: Reader, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await db.update(ownerSessions).set({ seenAt, expiresAt }).where(eq(ownerSessions.id, id))
}

export async function listSessions(db: Reader, now: Date): Promise<SessionRow[]> {
  return db.select().from(ownerSessions).where(gt(ownerSessions.expiresAt, now)).orderBy(desc(ownerSessions.createdAt)).limit(200)
}

export async function deleteSession(db: Reader, tokenHash: string): Promise<SessionRow | undefined> {
  const [row] = await db.delete(ownerSessions).where(eq(ownerSessions.tokenHash, tokenHash)).returning()
  return row
}

export async function deleteSessions(db: Reader): Promise<void> {
  await db.delete(ownerSessions)
}

/** Takes away what can open nothing any more. */
export async function deleteExpired(db: Reader, now: Date): Promise<void> {
  await db.delete(ownerSessions).where(lte(ownerSessions.expiresAt, now))
  await db.delete(ownerCodes).where(lte(ownerCodes.expiresAt, new Date(now.getTime() - 24 * 60 * 60 * 1000)))
}
