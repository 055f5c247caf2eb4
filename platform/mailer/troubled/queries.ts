import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { mailOutbox } from '../tables.ts'

type Database = Pick<NodePgDatabase, 'select' | 'update'>

/** A mail that did not arrive for sure: the relay refused it for good, or went silent while taking it. */
export type TroubledMail = { id: string; to: string; subject: string; state: 'failed' | 'uncertain'; response: string; createdAt: Date }

/** The newest first, of those written after `since`. */
export async function listTroubledMails(db: Database, since: Date, limit: number): Promise<TroubledMail[]> {
  const rows = await db
    .select({
      id: mailOutbox.id,
      mail: mailOutbox.mail,
      state: mailOutbox.state,
      response: mailOutbox.response,
      createdAt: mailOutbox.createdAt,
    })
    .from(mailOutbox)
    .where(and(inArray(mailOutbox.state, ['failed', 'uncertain']), gt(mailOutbox.createdAt, since)))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit)
  return rows.map(({ mail, state, response, ...row }) => ({
    ...row,
    to: mail.to,
    subject: mail.subject,
    state: state as TroubledMail['state'],
    response: response ?? '',
  }))
}

/** Puts a troubled mail into the queue for `dueAt`, with all its tries before it; false when it is in that trouble no longer. */
export async function sendTroubledMail(db: Database, id: string, state: TroubledMail['state'], dueAt: Date): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state: 'queued', dueAt, attempts: 0, claimedBy: null, claimedAt: null })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, state)))
    .returning({ id: mailOutbox.id })
  return rows.length === 1
}

/** Takes a mail out of the queue again; false when it is on its way already. */
export async function keepTroubledMail(db: Database, id: string, state: TroubledMail['state'], now: Date): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'queued'), gt(mailOutbox.dueAt, now), eq(mailOutbox.attempts, 0)))
    .returning({ id: mailOutbox.id })
  return rows.length === 1
}

/** Lets the mails of a restored backup leave. @returns how many. */
export async function releaseHeldMails(db: Database, now: Date): Promise<number> {
  const rows = await db
    .update(mailOutbox)
    .set({ state: 'queued', dueAt: sql`greatest(${mailOutbox.dueAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(mailOutbox.state, 'held'))
    .returning({ id: mailOutbox.id })
  return rows.length
}

/** How many mails stand in each state. */
export async function countMails(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: mailOutbox.state, count: sql<number>`count(*)::int` })
    .from(mailOutbox)
    .groupBy(mailOutbox.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
