import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isCopyPaused } from '#platform/backup/tables.ts'
import type { StoredMail } from './stored-mail.ts'
import { mailOutbox, mailState } from './tables.ts'

type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>

/** Time from now on, in milliseconds; see `databaseNow` in platform/database. */
type Delay = { now: SQL; delayMs: number }

const after = ({ now, delayMs }: Delay) => sql`${now} + ${delayMs}::float8 * interval '1 millisecond'`

/** Queues an email; a second email with the same key is ignored. */
export async function insertMail(db: Database, dedupeKey: string, mail: StoredMail, due: Delay): Promise<void> {
  await db
    .insert(mailOutbox)
    .values({ dedupeKey, mail, dueAt: after(due) })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

/**
 * Deletes a queued email that is not being sent.
 *
 * @returns Whether one was deleted.
 */
export async function deleteQueuedMail(db: Pick<NodePgDatabase, 'execute'>, dedupeKey: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`DELETE FROM mail_outbox WHERE dedupe_key = ${dedupeKey} AND state = 'queued'`,
  )
  return rowCount === 1
}

/** Emails that a restored copy sends, too: without a sign-in code the owner could not resume it. */
const signInPrefix = 'owner-code:'

const mayBeSent = sql`(${mailOutbox.dedupeKey} like ${`${signInPrefix}%`} or not ${isCopyPaused})`

/** State as people see it: an email queued on a restored copy is paused until the owner resumes it. */
const visibleState = sql<
  (typeof mailState.enumValues)[number]
>`case when ${mailOutbox.state} = 'queued' and not ${mayBeSent} then 'paused' else ${mailOutbox.state}::text end`

/**
 * Claims up to `limit` due emails for this worker; no other worker gets the same ones. A restored copy sends only
 * sign-in codes until the owner resumes it.
 */
export async function claimDueMails(db: Database, worker: string, now: SQL, limit: number) {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.state, 'queued'), sql`${mailOutbox.dueAt} <= ${now}`, mayBeSent))
    .orderBy(asc(mailOutbox.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(mailOutbox)
    .set({
      state: 'claimed',
      claimedBy: worker,
      claimedAt: sql`clock_timestamp()`,
      attempts: sql`${mailOutbox.attempts} + 1`,
    })
    .where(inArray(mailOutbox.id, due))
    .returning({ id: mailOutbox.id, mail: mailOutbox.mail, attempts: mailOutbox.attempts })
}

/** Returns the milliseconds until the next queued email is due, negative if it is overdue; undefined without any. */
export async function findNextDueMail(db: Database, now: SQL): Promise<number | undefined> {
  const [row] = await db
    .select({ dueInMs: sql<number>`(extract(epoch from ${mailOutbox.dueAt} - ${now}) * 1000)::float8` })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.state, 'queued'), mayBeSent))
    .orderBy(asc(mailOutbox.dueAt))
    .limit(1)
  return row?.dueInMs
}

/** Marks an email as being transmitted, unless its delivery has ended already. */
export async function markInData(db: Database, id: string): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: 'in_data' })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'claimed')))
}

const isSignIn = sql`${mailOutbox.dedupeKey} like ${`${signInPrefix}%`}`

/** An email without its texts and links; the recipient and the subject stay for the admin. */
const withoutBody = sql`jsonb_build_object('to', ${mailOutbox.mail}->'to', 'subject', ${mailOutbox.mail}->'subject', 'html', '', 'text', '')`

/** Removes the text in the same statement as the change of state, where `condition` is true. */
const removeBodyIf = (condition: SQL, now: Date) => ({
  mail: sql`case when ${condition} then ${withoutBody} else ${mailOutbox.mail} end`,
  bodyRemovedAt: sql`case when ${condition} then ${now.toISOString()}::timestamptz end`,
})

/**
 * Marks an email as sent, with the reply of the mail server.
 *
 * @param storesBody Keeps the text, which the local outbox shows.
 */
export async function markSent(
  db: Database,
  id: string,
  { response, now, storesBody }: { response: string; now: Date; storesBody: boolean },
): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: 'sent', response, sentAt: now, ...removeBodyIf(sql`${!storesBody}`, now) })
    .where(eq(mailOutbox.id, id))
}

/** Marks an email as permanently failed. The code of a sign-in goes at once: the owner requests a new one. */
export async function markFailed(db: Database, id: string, response: string, now: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: 'failed', response, ...removeBodyIf(isSignIn, now) })
    .where(eq(mailOutbox.id, id))
}

/** Marks an email whose delivery result is unknown; see {@link markFailed} for sign-in codes. */
export async function markUncertain(db: Database, id: string, response: string, now: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: 'uncertain', response, ...removeBodyIf(isSignIn, now) })
    .where(eq(mailOutbox.id, id))
}

/** Requeues an email. */
export async function requeueMail(db: Database, id: string, due: Delay, response: string): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: 'queued', dueAt: after(due), response, claimedBy: null })
    .where(eq(mailOutbox.id, id))
}

/**
 * Requeues abandoned claims and marks emails that were being transmitted as uncertain. Abandoned are claims of
 * `worker`, which must have none in progress, and claims older than `abandonedMs`. Only the clock of the database
 * counts: a host whose clock is ahead would requeue what others are sending.
 */
export async function settleAbandonedMails(db: Database, worker: string, abandonedMs: number): Promise<void> {
  const isOld = sql`${mailOutbox.claimedAt} <= clock_timestamp() - ${`${abandonedMs} milliseconds`}::interval`
  const abandoned = or(eq(mailOutbox.claimedBy, worker), isOld)
  await db
    .update(mailOutbox)
    .set({ state: 'queued', claimedBy: null })
    .where(and(eq(mailOutbox.state, 'claimed'), abandoned))
  await db
    .update(mailOutbox)
    .set({ state: 'uncertain', response: 'The delivery result could not be recorded.' })
    .where(and(eq(mailOutbox.state, 'in_data'), abandoned))
}

/** Lists emails whose texts an earlier version stored without encryption. */
export async function listPlainMails(db: Database, limit: number) {
  return db
    .select({ id: mailOutbox.id, mail: mailOutbox.mail })
    .from(mailOutbox)
    .where(sql`${mailOutbox.mail}->>'html' <> '' or ${mailOutbox.mail}->>'text' <> ''`)
    .limit(limit)
}

/** Replaces an email by its encrypted form, unless it has changed in the meantime. */
export async function replaceMail(db: Database, id: string, before: StoredMail, after: StoredMail): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ mail: after })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.mail, before)))
}

/** Lists the newest emails first, for the local outbox page. */
export async function listMails(db: Database, limit: number) {
  return db
    .select({
      id: mailOutbox.id,
      dedupeKey: mailOutbox.dedupeKey,
      mail: mailOutbox.mail,
      state: visibleState,
      createdAt: mailOutbox.createdAt,
    })
    .from(mailOutbox)
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit)
}

/** An email with failed or uncertain delivery. */
export type FailedMail = {
  id: string
  to: string
  subject: string
  state: 'failed' | 'uncertain'
  response: string
  createdAt: Date
}

/** Lists failed and uncertain emails created after `since`, newest first. */
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
    .where(
      and(
        inArray(mailOutbox.state, ['failed', 'uncertain']),
        gt(mailOutbox.createdAt, since),
        isNull(mailOutbox.bodyRemovedAt),
      ),
    )
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

/** Requeues a failed email with all attempts available. */
export async function retryFailedMail(
  db: Database,
  id: string,
  state: FailedMail['state'],
  due: Delay,
): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state: 'queued', dueAt: after(due), attempts: 0, claimedBy: null, claimedAt: null })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, state), isNull(mailOutbox.bodyRemovedAt)))
    .returning({ id: mailOutbox.id })
  return rows.length === 1
}

/** Undoes {@link retryFailedMail}; returns false when sending has started. */
export async function cancelMailRetry(
  db: Database,
  id: string,
  state: FailedMail['state'],
  now: SQL,
): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state })
    .where(
      and(
        eq(mailOutbox.id, id),
        eq(mailOutbox.state, 'queued'),
        sql`${mailOutbox.dueAt} > ${now}`,
        eq(mailOutbox.attempts, 0),
      ),
    )
    .returning({ id: mailOutbox.id })
  return rows.length === 1
}

/**
 * Queues the paused emails of a restored backup.
 *
 * @returns Number of emails.
 */
export async function resumePausedMails(db: Database, now: SQL): Promise<number> {
  const rows = await db
    .update(mailOutbox)
    .set({ state: 'queued', dueAt: sql`greatest(${mailOutbox.dueAt}, ${now})` })
    .where(eq(mailOutbox.state, 'paused'))
    .returning({ id: mailOutbox.id })
  return rows.length
}

/**
 * Counts the emails that are not sent by state, and the seconds by which the most overdue one is late. Reads the index
 * only, however many emails were sent.
 */
export async function measureMailQueue(
  db: Pick<Database, 'execute'>,
): Promise<{ counts: Record<string, number>; lateSeconds: number }> {
  const open = mailState.enumValues.filter((state) => state !== 'sent')
  const { rows } = await db.execute<{ state: string; count: number; late: number }>(sql`
    select state::text, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(due_at) filter (where state = 'queued')))::float8 as late
    from mail_outbox where state in (${sql.join(
      open.map((state) => sql`${state}`),
      sql`, `,
    )}) group by state`)
  const found = new Map(rows.map(({ state, count }) => [state, count]))
  return {
    counts: Object.fromEntries(open.map((state) => [state, found.get(state) ?? 0])),
    lateSeconds: Math.max(0, ...rows.map(({ late }) => late ?? 0)),
  }
}

/** Counts emails by state; those queued on a restored copy are paused. */
export async function countMails(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: visibleState, count: sql<number>`count(*)::int` })
    .from(mailOutbox)
    .groupBy(sql`1`)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
