import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { talkLimits } from '#features/voice/terms.ts'
import {
  billSession,
  deleteSession,
  deleteSessionsBefore,
  hasBilledSession,
  holdBudget,
  insertSession,
  listUnbilledSessions,
  nameSession,
  settleSession,
  sumSecondsSince,
} from '../queries.ts'
import type { AgentRecord } from './agent-record.ts'

const dayMs = 86_400_000
const keptMs = 2 * dayMs

/**
 * An address can be used for 15 minutes, and the longest conversation an agent has unless it is told otherwise takes
 * 10.
 */
const overMs = 25 * 60_000

/**
 * Seconds of talk: booked before they are used, settled after, counted by day (UTC) and by visitor for all processes
 * together.
 */
export type TalkBudget = ReturnType<typeof createTalkBudget>

type Booked = { ok: true; id: string; seconds: number } | { ok: false; reason: 'visitor-budget' | 'day-budget' }

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
    async book(visitor: string, artistSlug: string): Promise<Booked> {
      const now = clock.now()
      const today = startOfDay(now)
      return db.transaction(async (tx) => {
        await holdBudget(tx)
        const [all, visitors] = [await sumSecondsSince(tx, today), await sumSecondsSince(tx, today, visitor)]
        const [ofAll, ofVisitor] = [limits.everybodyDay - all.seconds, limits.visitorDay - visitors.seconds]
        // An address may still be talked over after we were told of an end, so beginnings are counted as well as
        // seconds.
        const isOver = (sessions: number, seconds: number) => sessions >= (2 * seconds) / limits.session
        if (ofVisitor < limits.least || isOver(visitors.sessions, limits.visitorDay))
          return { ok: false, reason: 'visitor-budget' }
        if (ofAll < limits.least || isOver(all.sessions, limits.everybodyDay))
          return { ok: false, reason: 'day-budget' }
        const seconds = Math.min(limits.session, ofAll, ofVisitor)
        return { ok: true, id: await insertSession(tx, { visitor, artistSlug, seconds, startedAt: now }), seconds }
      })
    },
    /** Nothing came of it: the booking never was. */
    cancel: (id: string) => deleteSession(db, id),
    /** @returns The seconds that count, undefined when this visitor has no such conversation. */
    settle: (id: string, visitor: string) => settleSession(db, id, visitor, clock.now()),
    /** Notes how the service names a booked conversation. */
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
      for (const { id, conversation } of await listUnbilledSessions(db, new Date(now.getTime() - overMs))) {
        const record = await ask(conversation)
        if (record.kind === 'over') await billSession(db, id, record.seconds, now)
        if (record.kind === 'never') never.push(id)
      }
      if (never.length > 0 && (await hasBilledSession(db))) for (const id of never) await billSession(db, id, 0, now)
    },
    /** Forgets what no budget of today needs. */
    forget: () => deleteSessionsBefore(db, new Date(clock.now().getTime() - keptMs)),
    async usedToday() {
      const { seconds, sessions } = await sumSecondsSince(db, startOfDay(clock.now()))
      return { usedSeconds: seconds, limitSeconds: limits.everybodyDay, sessions }
    },
  }
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs)
}
