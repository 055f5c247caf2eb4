import { and, asc, eq, gt, gte, isNotNull, isNull, lt, sql, sum } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { talkLimits } from '#features/voice/constants.ts'
import { voiceSessions } from './tables.ts'

/** The database, or a transaction on it. */
export type Statements = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'delete' | 'execute'>

/** Whoever books holds this first, so that two who ask at once cannot both have the last seconds of a budget. */
export async function lockBudget(tx: Statements): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('voice-budget'))`)
}

/**
 * What counts since a moment. A beginning of which the service knows nothing is none of everybody's, and stays one of
 * the visitor's: who begins and never talks can do so only a few times.
 */
export async function sumSecondsSince(
  db: Statements,
  since: Date,
  visitor?: string,
): Promise<{ seconds: number; sessions: number }> {
  const counts = visitor === undefined ? sql`${voiceSessions.billedSeconds} is distinct from 0` : sql`true`
  const [row] = await db
    .select({ seconds: sum(voiceSessions.seconds), sessions: sql<number>`count(*) filter (where ${counts})::int` })
    .from(voiceSessions)
    .where(
      and(gte(voiceSessions.startedAt, since), visitor === undefined ? undefined : eq(voiceSessions.visitor, visitor)),
    )
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
export async function settleSession(
  db: Statements,
  id: string,
  visitor: string,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db
    .update(voiceSessions)
    .set({
      seconds: sql`least(${voiceSessions.seconds}, greatest(${talkLimits.minSeconds}, ceil(extract(epoch from (${now.toISOString()}::timestamptz - ${voiceSessions.startedAt}))))::int)`,
      endedAt: now,
    })
    .where(and(eq(voiceSessions.id, id), eq(voiceSessions.visitor, visitor), isNull(voiceSessions.endedAt)))
    .returning({ seconds: voiceSessions.seconds })
  return row?.seconds
}

export async function nameSession(db: Statements, id: string, conversation: string): Promise<void> {
  await db.update(voiceSessions).set({ conversation }).where(eq(voiceSessions.id, id))
}

/** Sessions from before a moment of which the service's records are not known yet, the oldest first, at most 100. */
export async function listUnbilledSessions(
  db: Statements,
  before: Date,
): Promise<{ id: string; conversation: string }[]> {
  const rows = await db
    .select({ id: voiceSessions.id, conversation: voiceSessions.conversation })
    .from(voiceSessions)
    .where(
      and(
        isNotNull(voiceSessions.conversation),
        isNull(voiceSessions.billedSeconds),
        lt(voiceSessions.startedAt, before),
      ),
    )
    .orderBy(asc(voiceSessions.startedAt))
    .limit(100)
  return rows.flatMap(({ id, conversation }) => (conversation ? [{ id, conversation }] : []))
}

/** Notes what the service's records say; that is what counts from now on. */
export async function billSession(db: Statements, id: string, seconds: number, now: Date): Promise<void> {
  await db
    .update(voiceSessions)
    .set({
      seconds,
      billedSeconds: seconds,
      endedAt: sql`coalesce(${voiceSessions.endedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(voiceSessions.id, id), isNull(voiceSessions.billedSeconds)))
}

/** Whether the service has told of any conversation that took place. */
export async function hasBilledSession(db: Statements): Promise<boolean> {
  const rows = await db
    .select({ id: voiceSessions.id })
    .from(voiceSessions)
    .where(gt(voiceSessions.billedSeconds, 0))
    .limit(1)
  return rows.length > 0
}
