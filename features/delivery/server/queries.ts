import type { PoolClient } from 'pg'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import type { IssueStatus } from '#features/issues/contract.ts'
import { issueLinks, issues } from '#features/issues/server/tables.ts'
import { deliveries, readings, returnedMails, sendingSettings } from './tables.ts'

/** An issue with everything in it. */
export type IssueRow = typeof issues.$inferSelect

export async function findIssue(db: Executor, id: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(issues).where(eq(issues.id, id))
  return row
}

/** Reads an issue and holds its row until the transaction ends. */
export async function lockIssue(db: Executor, id: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(issues).where(eq(issues.id, id)).for('update')
  return row
}

/**
 * Every move an issue may make; what is not here cannot happen, whoever asks. `sent` goes back to `sending` only to
 * write again to those whose copies nobody knows about, and `failed` is where a cancelled send ends.
 */
export const allowedMoves: Record<IssueStatus, readonly IssueStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending', 'paused', 'failed'],
  sending: ['sent', 'paused', 'failed'],
  paused: ['sending', 'scheduled', 'draft', 'sent', 'failed'],
  sent: ['sending'],
  failed: ['sending'],
}

/** Where an issue may come from to get there. */
function originsOf(to: IssueStatus): IssueStatus[] {
  return (Object.keys(allowedMoves) as IssueStatus[]).filter((from) => allowedMoves[from].includes(to))
}

type MoveChange = Partial<
  Pick<
    IssueRow,
    | 'slot'
    | 'dueAt'
    | 'reason'
    | 'written'
    | 'candidates'
    | 'planned'
    | 'startedAt'
    | 'sentAt'
    | 'cancelledAt'
    | 'blocksSettledAt'
    | 'version'
  >
>

/**
 * Moves an issue along its one life, in one statement: of two who ask at once, one gets it.
 *
 * @param from Which statuses it may come from; left out, all that are allowed at all.
 * @returns the issue as it is now, or undefined when it was somewhere else.
 */
export async function moveIssue(
  db: Executor,
  id: string,
  to: IssueStatus,
  change: MoveChange & { updatedAt: Date },
  from?: readonly IssueStatus[],
): Promise<IssueRow | undefined> {
  const origins = originsOf(to).filter((status) => !from || from.includes(status))
  if (origins.length === 0) return undefined
  const [row] = await db
    .update(issues)
    .set({ ...change, status: to })
    .where(and(eq(issues.id, id), inArray(issues.status, origins)))
    .returning()
  return row
}

/** Sets when an issue was sent; it stays whatever becomes of its last copies. */
export async function markSent(db: Executor, id: string, at: Date): Promise<void> {
  await db
    .update(issues)
    .set({ sentAt: at, updatedAt: at })
    .where(and(eq(issues.id, id), isNull(issues.sentAt)))
}

/** How the house sends. */
export type SendingSettings = Omit<typeof sendingSettings.$inferSelect, 'id'>

const theRow = 1

/** Until somebody changed something. */
export const settingsAtFirst: SendingSettings = {
  isHeld: false,
  heldReason: '',
  isCounted: true,
  ratePerSecond: null,
  stopAfterErrors: 20,
  sendsDigest: true,
}

export async function readSettings(db: Executor): Promise<SendingSettings> {
  const [row] = await db.select().from(sendingSettings).where(eq(sendingSettings.id, theRow))
  return row ?? settingsAtFirst
}

export async function writeSettings(db: Executor, change: Partial<SendingSettings>): Promise<SendingSettings> {
  const [row] = await db
    .insert(sendingSettings)
    .values({ ...settingsAtFirst, ...change, id: theRow })
    .onConflictDoUpdate({ target: sendingSettings.id, set: { ...change, id: theRow } })
    .returning()
  return row ?? settingsAtFirst
}

type Kind = 'weekly' | 'digest'

/** How many an issue of that kind would go to now: those {@link exclusion} says nothing of, told from indexes alone. */
export async function countAudience(db: Executor, kind: Kind): Promise<number> {
  const wanted = sql`s.status = 'subscribed' AND s.is_writable AND s.frequency = ${kind === 'digest' ? 'monthly' : 'weekly'}`
  // Who is suppressed is rarely still subscribed: each suppression is looked up, instead of everybody being read. The
  // limit keeps it so.
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT ((SELECT count(*) FROM subscribers s WHERE ${wanted})
      - (SELECT count(*) FROM suppressions x
         CROSS JOIN LATERAL (SELECT FROM subscribers s WHERE s.email_fingerprint = x.email_fingerprint AND ${wanted} LIMIT 1) AS still))::int AS total`)
  return rows[0]?.total ?? 0
}

export async function listCopiesOf(db: Executor, subscriberId: string) {
  return db
    .select({ id: deliveries.id, title: issues.title, state: deliveries.state, sentAt: deliveries.sentAt })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(deliveries.dueAt))
}

export async function listReadingsOf(db: Executor, subscriberId: string) {
  return db
    .select({
      deliveryId: readings.deliveryId,
      kind: readings.kind,
      verdict: readings.verdict,
      at: readings.at,
      link: sql<string>`coalesce(${issueLinks.url}, '')`,
    })
    .from(readings)
    .innerJoin(deliveries, eq(deliveries.id, readings.deliveryId))
    .leftJoin(issueLinks, and(eq(issueLinks.issueId, deliveries.issueId), eq(issueLinks.number, readings.linkNumber)))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(asc(readings.at))
}

/** Deletes mails that came back to a person's copies: they say where they live, and more. */
export async function deleteReturnedMails(db: Executor, subscriberId: string): Promise<void> {
  const own = db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.subscriberId, subscriberId))
  await db.delete(returnedMails).where(inArray(returnedMails.deliveryId, own))
}

/** Lists mails that came back to a person's copies, as they take them along. */
export async function listReturnedMailsOf(db: Executor, subscriberId: string) {
  return db
    .select({ deliveryId: returnedMails.deliveryId, subject: returnedMails.subject, at: returnedMails.at })
    .from(returnedMails)
    .innerJoin(deliveries, eq(deliveries.id, returnedMails.deliveryId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(asc(returnedMails.at))
}

/** Copies that have not left yet never will. */
export async function dropWaitingCopies(db: Executor, subscriberId: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: 'dropped' })
    .where(and(eq(deliveries.subscriberId, subscriberId), inArray(deliveries.state, ['queued', 'claimed'])))
}

/** Takes the address out of what is kept as numbers; relays repeat it in what they say. */
export async function namelessCopies(db: Executor, subscriberId: string): Promise<void> {
  const own = db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.subscriberId, subscriberId))
  await db.update(readings).set({ reason: '', client: '' }).where(inArray(readings.deliveryId, own))
  await db.update(deliveries).set({ email: '', response: '' }).where(eq(deliveries.subscriberId, subscriberId))
}

export async function listCopies(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({
      title: issues.title,
      state: deliveries.state,
      response: deliveries.response,
      dueAt: deliveries.dueAt,
      sentAt: deliveries.sentAt,
    })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(deliveries.dueAt))
    .limit(limit)
}

export async function listReadings(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({
      title: issues.title,
      kind: readings.kind,
      verdict: readings.verdict,
      reason: readings.reason,
      url: issueLinks.url,
      at: readings.at,
    })
    .from(readings)
    .innerJoin(deliveries, eq(deliveries.id, readings.deliveryId))
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .leftJoin(issueLinks, and(eq(issueLinks.issueId, deliveries.issueId), eq(issueLinks.number, readings.linkNumber)))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(readings.at))
    .limit(limit)
}

/**
 * Stops the newsletter in a restored copy: since the backup was made, the house it comes from may have sent what waits
 * here. Nothing is begun or sent until the desk says so, and every issue that was on its way is asked about by itself.
 *
 * @param madeAt When the backup was made, ISO.
 * @see docs/decisions/016-sending.md
 */
export async function pauseRestoredSending(client: PoolClient, madeAt: string): Promise<void> {
  const reason = `Restored from a backup made at ${madeAt}. Queued issues may have been sent since then. Check before you resume.`
  await client.query(
    `INSERT INTO newsletter_sending_settings (id, is_held, held_reason) VALUES (1, true, $1)
     ON CONFLICT (id) DO UPDATE SET is_held = true, held_reason = excluded.held_reason`,
    [reason],
  )
  await client.query(
    `UPDATE newsletter_issues SET status = 'paused', reason = $1 WHERE status IN ('scheduled', 'sending')`,
    [reason],
  )
  await client.query(
    `UPDATE newsletter_deliveries SET state = 'uncertain', response = 'was being sent when the backup was made' WHERE state = 'in_data'`,
  )
  await client.query(`UPDATE newsletter_deliveries SET state = 'queued', claimed_by = NULL WHERE state = 'claimed'`)
}
