import { and, eq, gte, isNull, lt, sql, sum } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { talkLimits } from '#features/voice/terms.ts'
import { voiceSessions } from './tables.ts'

/** The database, or a transaction on it. */
export type Statements = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'delete' | 'execute'>

/** Whoever books holds this first, so that two who ask at once cannot both have the last seconds of a budget. */
export async function holdBudget(tx: Statements): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('voice-budget'))`)
}

export async function sumSecondsSince(db: Statements, since: Date, visitor?: string): Promise<{ seconds: number; sessions: number }> {
  const [row] = await db
    .select({ seconds: sum(voiceSessions.seconds), sessions: sql<number>`count(*)::int` })
    .from(voiceSessions)
    .where(and(gte(voiceSessions.startedAt, since), visitor === undefined ? undefined : eq(voiceSessions.visitor, visitor)))
  return { seconds: Number(row?.seconds ?? 0), sessions: row?.sessions ?? 0 }
}

export async function insertSession(
  db: Statements,
  session: Pick<typeof voiceSessions.$inferInsert, 'visitor' | 'artistSlug' | 'seconds' | 'startedAt'>,
): Promise<string> {
  const [row] = await db.insert(voiceSessions).values(session).returning({ id: voiceSessions.id })
  return row!.id
}

export async function deleteSession(db: Statements, id: string): Promise<void> {
  await db.delete(voiceSessions).where(eq(voiceSessions.id, id))
}

export async function deleteSessionsBefore(db: Statements, before: Date): Promise<void> {
  await db.delete(voiceSessions).where(lt(voiceSessions.startedAt, before))
}

/**
 * Ends a session of a visitor that has not ended; what it counts is the time that went by, at
 * least what a beginning costs and never more than was booked.
 *
 * @returns The seconds it counts, undefined when there is none to end.
 */
export async function settleSession(db: Statements, id: string, visitor: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .update(voiceSessions)
    .set({
      seconds: sql`least(${voiceSessions.seconds}, greatest(${talkLimits.least}, ceil(extract(epoch from (${now.toISOString()}::timestamptz - ${voiceSessions.startedAt}))))::int)`,
      endedAt: now,
    })
    .where(and(eq(voiceSessions.id, id), eq(voiceSessions.visitor, visitor), isNull(voiceSessions.endedAt)))
    .returning({ seconds: voiceSessions.seconds })
  return row?.seconds
}
