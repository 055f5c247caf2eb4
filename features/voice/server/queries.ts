import { and, asc, eq, gt, gte, isNotNull, isNull, lt, sql, sum } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { talkLimits } from '#features/voice/constants.ts'
import { voiceSessions } from './tables.ts'

/** The database or a transaction. */
type Statements = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'delete' | 'execute'>

/** Locks the budget for a reservation, so that two concurrent requests cannot both get the last seconds. */
export async function lockBudget(tx: Statements): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('voice-budget'))`)
}

/**
 * Sums the seconds and sessions since a time. A session for which the service has no record does not count against the
 * total, but does count against the visitor, so that starting without talking is limited.
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
 * Ends a running session of a visitor. It counts the elapsed time, at least the minimum and at most the reservation.
 *
 * @returns The seconds that count; undefined if there is no such session.
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

/** Lists sessions started before a time whose billing records are unknown, the oldest first, at most 100. */
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

/** Saves the duration from the service's records, which replaces the estimate. */
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

/** Returns whether the service has reported any conversation with a duration. */
export async function hasBilledSession(db: Statements): Promise<boolean> {
  const rows = await db
    .select({ id: voiceSessions.id })
    .from(voiceSessions)
    .where(gt(voiceSessions.billedSeconds, 0))
    .limit(1)
  return rows.length > 0
}
