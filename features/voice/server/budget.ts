import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { talkLimits } from '#features/voice/constants.ts'
import {
  billSession,
  deleteSession,
  deleteSessionsBefore,
  hasBilledSession,
  lockBudget,
  insertSession,
  listUnbilledSessions,
  nameSession,
  settleSession,
  sumSecondsSince,
} from './queries.ts'
import type { AgentRecord } from './agent/agent-record.ts'

const dayMs = 86_400_000
const retentionMs = 2 * dayMs

/** An address is valid for 15 minutes, and a conversation lasts at most 10 by default. */
const settledAfterMs = 25 * 60_000

/** Budget of talk time: reserved before use, settled after, counted by UTC day and by visitor across all processes. */
export type TalkBudget = ReturnType<typeof createTalkBudget>

type Reservation = { ok: true; id: string; seconds: number } | { ok: false; reason: 'visitor-budget' | 'day-budget' }

export function createTalkBudget({
  db,
  clock,
  limits = talkLimits,
}: {
  db: Database['db']
  clock: Clock
  limits?: typeof talkLimits
}) {
  return {
    /** Reserves as many seconds of a conversation as both budgets allow. */
    async reserve(visitor: string, artistSlug: string): Promise<Reservation> {
      const now = clock.now()
      const today = startOfDay(now)
      return db.transaction(async (tx) => {
        await lockBudget(tx)
        const [all, visitors] = [await sumSecondsSince(tx, today), await sumSecondsSince(tx, today, visitor)]
        const [ofAll, ofVisitor] = [limits.totalDaySeconds - all.seconds, limits.visitorDaySeconds - visitors.seconds]
        // An address may still be used after a reported end, so sessions are limited as well as seconds.
        const isOver = (sessions: number, seconds: number) => sessions >= (2 * seconds) / limits.sessionSeconds
        if (ofVisitor < limits.minSeconds || isOver(visitors.sessions, limits.visitorDaySeconds))
          return { ok: false, reason: 'visitor-budget' }
        if (ofAll < limits.minSeconds || isOver(all.sessions, limits.totalDaySeconds))
          return { ok: false, reason: 'day-budget' }
        const seconds = Math.min(limits.sessionSeconds, ofAll, ofVisitor)
        return { ok: true, id: await insertSession(tx, { visitor, artistSlug, seconds, startedAt: now }), seconds }
      })
    },
    /** Cancels a reservation. */
    cancel: (id: string) => deleteSession(db, id),
    /** Ends a conversation. @returns The seconds that count; undefined if this visitor has no such conversation. */
    settle: (id: string, visitor: string) => settleSession(db, id, visitor, clock.now()),
    /** Saves the service's id of a reserved conversation. */
    name: (id: string, conversation: string) => nameSession(db, id, conversation),
    /**
     * Replaces estimates with the service's own records for conversations that must have ended. A missing end then
     * costs exactly what was used, and unused seconds become available again. A missing record is trusted only if the
     * service keeps records at all.
     *
     * @throws Error of `fetchRecord`; records fetched before it count.
     */
    async bill(fetchRecord: (conversation: string) => Promise<AgentRecord>): Promise<void> {
      const now = clock.now()
      const never: string[] = []
      for (const { id, conversation } of await listUnbilledSessions(db, new Date(now.getTime() - settledAfterMs))) {
        const record = await fetchRecord(conversation)
        if (record.kind === 'over') await billSession(db, id, record.seconds, now)
        if (record.kind === 'never') never.push(id)
      }
      if (never.length > 0 && (await hasBilledSession(db))) for (const id of never) await billSession(db, id, 0, now)
    },
    /** Deletes sessions that are too old to affect a budget. */
    deleteOld: () => deleteSessionsBefore(db, new Date(clock.now().getTime() - retentionMs)),
    async usedToday() {
      const { seconds, sessions } = await sumSecondsSince(db, startOfDay(clock.now()))
      return { usedSeconds: seconds, limitSeconds: limits.totalDaySeconds, sessions }
    },
  }
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs)
}
