import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { ownerCodes } from '../tables.ts'

/** Invalidates all unused codes. */
export async function endCodes(db: Executor, now: Date): Promise<void> {
  await db.update(ownerCodes).set({ usedAt: now }).where(isNull(ownerCodes.usedAt))
}

/** Inserts a code. */
export async function insertCode(
  db: Executor,
  code: { id: string; codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(ownerCodes).values(code)
}

/** Lists unused, unexpired codes, newest first. */
export async function listLiveCodes(db: Executor, now: Date, limit: number) {
  return db
    .select({
      id: ownerCodes.id,
      codeHash: ownerCodes.codeHash,
      guesses: ownerCodes.guesses,
      createdAt: ownerCodes.createdAt,
    })
    .from(ownerCodes)
    .where(and(isNull(ownerCodes.usedAt), gt(ownerCodes.expiresAt, now)))
    .orderBy(desc(ownerCodes.createdAt))
    .limit(limit)
}

/** Counts a guess before it is compared. @returns False if the code has no guesses left. */
export async function countGuess(db: Executor, id: string, max: number): Promise<boolean> {
  const rows = await db
    .update(ownerCodes)
    .set({ guesses: sql`${ownerCodes.guesses} + 1` })
    .where(and(eq(ownerCodes.id, id), isNull(ownerCodes.usedAt), lt(ownerCodes.guesses, max)))
    .returning({ id: ownerCodes.id })
  return rows.length === 1
}

/** Marks a code as used. @returns False if it already was. */
export async function useCode(db: Executor, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(ownerCodes)
    .set({ usedAt: now })
    .where(and(eq(ownerCodes.id, id), isNull(ownerCodes.usedAt)))
    .returning({ id: ownerCodes.id })
  return rows.length === 1
}

/** Deletes codes that expired a day ago. */
export async function deleteOldCodes(db: Executor, now: Date): Promise<void> {
  await db.delete(ownerCodes).where(lte(ownerCodes.expiresAt, new Date(now.getTime() - 24 * 60 * 60 * 1000)))
}
