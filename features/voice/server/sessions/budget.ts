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
} from '../queries.ts'
import type { AgentRecord } from './agent-record.ts'

const dayMs = 86_400_000
const retentionMs = 2 * dayMs

/**
 * An address can be used for 15 minutes, and the longest conversation an agent has unless it is told otherwise takes
 * 10.
 */
const settledAfterMs = 25 * 60_000

/**
 * Seconds of talk: reservation before they are used, settled after, counted by day (UTC) and by visitor for all processes
 * together.
 */
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
    /** Books as much of one conversation as both budgets have left. */
    async reserve(visitor: string, artistSlug: string): Promise<Reservation> {
      const now = clock.now()
      const today = startOfDay(now)
      return db.transaction(async (tx) => {
        await lockBudget(tx)
        const [all, visitors] = [await sumSecondsSince(tx, today), await sumSecondsSince(tx, today, visitor)]
        const [ofAll, ofVisitor] = [limits.totalDaySeconds - all.seconds, limits.visitorDaySeconds - visitors.seconds]
        // An address may still be talked over after we were told of an end, so beginnings are counted as well as
        // seconds.
        const isOver = (sessions: number, seconds: number) => sessions >= (2 * seconds) / limits.sessionSeconds
        if (ofVisitor < limits.minSeconds || isOver(visitors.sessions, limits.visitorDaySeconds))
          return { ok: false, reason: 'visitor-budget' }
        if (ofAll < limits.minSeconds || isOver(all.sessions, limits.totalDaySeconds))
          return { ok: false, reason: 'day-budget' }
        const seconds = Math.min(limits.sessionSeconds, ofAll, ofVisitor)
        return { ok: true, id: await insertSession(tx, { visitor, artistSlug, seconds, startedAt: now }), seconds }
      })
    },
    /** Nothing came of it: the booking never was. */
    cancel: (id: string) => deleteSession(db, id),
    /** @returns The seconds that count, undefined when this visitor has no such conversation. */
    settle: (id: string, visitor: string) => settleSession(db, id, visitor, clock.now()),
    /** Notes how the service names a reservation conversation. */
    name: (id: string, conversation: string) => nameSession(db, id, conversation),
    /**
     * Lets the service's own records count for what must be over by now: who never said that a talk ended gets no more
     * and no less than what was talked, and what nobody used is there for others again. That a conversation is not in
     * the records is believed only of a service that keeps some: else what was talked would be given back.
     *
     * @throws Error of `ask`; what was told before it counts.
     */
    async bill(ask: (conversation: string) => Promise<AgentRecord>): Promise<void> {
      const now = clock.now()
      const never: string[] = []
      for (const { id, conversation } of await listUnbilledSessions(db, new Date(now.getTime() - settledAfterMs))) {
        const record = await ask(conversation)
        if (record.kind === 'over') await billSession(db, id, record.seconds, now)
        if (record.kind === 'never') never.push(id)
      }
      if (never.length > 0 && (await hasBilledSession(db))) for (const id of never) await billSession(db, id, 0, now)
    },
    /** Forgets what no budget of today needs. */
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
