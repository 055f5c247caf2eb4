import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Mail } from './mail.ts'
import { mailOutbox } from './tables.ts'

type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>

/**
 * Writes a mail into the outbox, to leave at `dueAt` or at once; a mail for the same reason is written once, whoever
 * asks.
 */
export async function insertMail(db: Database, dedupeKey: string, mail: Mail, dueAt: Date): Promise<void> {
  await db.insert(mailOutbox).values({ dedupeKey, mail, dueAt }).onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

/** Forgets a mail that waits; what the relay may have is not waiting. @returns whether there was one. */
export async function deleteQueuedMail(db: Pick<NodePgDatabase, 'execute'>, dedupeKey: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`DELETE FROM mail_outbox WHERE dedupe_key = ${dedupeKey} AND state = 'queued'`,
  )
  return rowCount === 1
}

/** Takes up to `limit` due mails for this worker; no other worker gets the same ones. */
export async function claimDueMails(db: Database, worker: string, now: Date, limit: number) {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.state, 'queued'), lte(mailOutbox.dueAt, now)))
    .orderBy(asc(mailOutbox.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(mailOutbox)
    .set({ state: 'claimed', claimedBy: worker, claimedAt: now, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(inArray(mailOutbox.id, due))
    .returning({ id: mailOutbox.id, mail: mailOutbox.mail, attempts: mailOutbox.attempts })
}

/** When the next mail that waits is due. */
export async function findNextDueMail(db: Database): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: mailOutbox.dueAt })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, 'queued'))
    .orderBy(asc(mailOutbox.dueAt))
    .limit(1)
  return row?.dueAt
}

/** Notes that the body of a claimed mail is about to leave. */
export async function markInData(db: Database, id: string): Promise<void> {
  await db.update(mailOutbox).set({ state: 'in_data' }).where(eq(mailOutbox.id, id))
}

/** Notes that the relay took the mail, with what it said. */
export async function markSent(db: Database, id: string, response: string, now: Date): Promise<void> {
  await db.update(mailOutbox).set({ state: 'sent', response, sentAt: now }).where(eq(mailOutbox.id, id))
}

/** Notes that the relay refused the mail for good. */
export async function markFailed(db: Database, id: string, response: string): Promise<void> {
  await db.update(mailOutbox).set({ state: 'failed', response }).where(eq(mailOutbox.id, id))
}

/** Notes that nobody but the relay knows whether the mail arrived. */
export async function markUncertain(db: Database, id: string, response: string): Promise<void> {
  await db.update(mailOutbox).set({ state: 'uncertain', response }).where(eq(mailOutbox.id, id))
}

/** Puts a mail back into the queue for `dueAt`. */
export async function requeueMail(db: Database, id: string, dueAt: Date, response: string): Promise<void> {
  await db.update(mailOutbox).set({ state: 'queued', dueAt, response, claimedBy: null }).where(eq(mailOutbox.id, id))
}

/**
 * Takes back what was left behind: claimed mails go into the queue again, mails whose body was on the way become
 * uncertain. Left behind is what `worker` still holds, which must have nothing under way, and any claim older than
 * `before`, whose worker is gone.
 */
export async function settleAbandonedMails(db: Database, worker: string, before: Date): Promise<void> {
  const abandoned = or(eq(mailOutbox.claimedBy, worker), lte(mailOutbox.claimedAt, before))
  await db
    .update(mailOutbox)
    .set({ state: 'queued', claimedBy: null })
    .where(and(eq(mailOutbox.state, 'claimed'), abandoned))
  await db
    .update(mailOutbox)
    .set({ state: 'uncertain', response: 'The delivery result could not be recorded.' })
    .where(and(eq(mailOutbox.state, 'in_data'), abandoned))
}

/** The newest mails first, for the local outbox page. */
export async function listMails(db: Database, limit: number) {
  return db
    .select({ id: mailOutbox.id, mail: mailOutbox.mail, state: mailOutbox.state, createdAt: mailOutbox.createdAt })
    .from(mailOutbox)
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit)
}

/** A mail that did not arrive for sure: the relay refused it for good, or went silent while taking it. */
export type FailedMail = {
  id: string
  to: string
  subject: string
  state: 'failed' | 'uncertain'
  response: string
  createdAt: Date
}

/** The newest first, of those written after `since`. */
export async function listFailedMails(db: Database, since: Date, limit: number): Promise<FailedMail[]> {
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
    state: state as FailedMail['state'],
    response: response ?? '',
  }))
}

/**
 * Puts a troubled mail into the queue for `dueAt`, with all its tries before it; false when it is in that trouble no
 * longer.
 */
export async function retryFailedMail(
  db: Database,
  id: string,
  state: FailedMail['state'],
  dueAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state: 'queued', dueAt, attempts: 0, claimedBy: null, claimedAt: null })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, state)))
    .returning({ id: mailOutbox.id })
  return rows.length === 1
}

/** Takes a mail out of the queue again; false when it is on its way already. */
export async function cancelMailRetry(
  db: Database,
  id: string,
  state: FailedMail['state'],
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state })
    .where(
      and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'queued'), gt(mailOutbox.dueAt, now), eq(mailOutbox.attempts, 0)),
    )
    .returning({ id: mailOutbox.id })
  return rows.length === 1
}

/** Lets the mails of a restored backup leave. @returns how many. */
export async function resumePausedMails(db: Database, now: Date): Promise<number> {
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
