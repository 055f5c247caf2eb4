import type { PoolClient } from 'pg'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { findRestoredCopy } from '#platform/backup/queries.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { IssueStatus } from '#features/issues/contract.ts'
import { issueLinks, issues } from '#features/issues/server/tables.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { deliveries, engagementEvents, returnedMails, sendingSettings } from './tables.ts'

/** An issue with all its columns. */
export type IssueRow = typeof issues.$inferSelect

/** Counts the deliveries that are queued or being sent. Reads the index of due deliveries only. */
export async function countOpenDeliveries(db: Executor): Promise<Record<'queued' | 'claimed' | 'in_data', number>> {
  const { rows } = await db.execute<{ state: 'queued' | 'claimed' | 'in_data'; count: number }>(sql`
    SELECT state::text, count(*)::int AS count FROM newsletter_deliveries
    WHERE state IN ('queued', 'claimed', 'in_data') GROUP BY state`)
  return { queued: 0, claimed: 0, in_data: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export async function findIssue(db: Executor, id: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(issues).where(eq(issues.id, id))
  return row
}

/** Reads an issue and locks its row until the transaction ends. */
export async function lockIssue(db: Executor, id: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(issues).where(eq(issues.id, id)).for('update')
  return row
}

/**
 * Every allowed status change of an issue. `sent` returns to `sending` only to resend uncertain deliveries, and
 * `failed` is the end of a canceled send.
 */
export const allowedTransitions: Record<IssueStatus, readonly IssueStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending', 'paused', 'failed'],
  sending: ['sent', 'paused', 'failed'],
  paused: ['sending', 'scheduled', 'draft', 'sent', 'failed'],
  sent: ['sending'],
  failed: ['sending'],
}

/** Returns the statuses that allow a change to the given status. */
function originsOf(to: IssueStatus): IssueStatus[] {
  return (Object.keys(allowedTransitions) as IssueStatus[]).filter((from) => allowedTransitions[from].includes(to))
}

type StatusChangeFields = Partial<
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
    | 'blocksResolvedAt'
    | 'version'
  >
>

/**
 * Changes the status of an issue in one statement; of two concurrent callers one succeeds.
 *
 * @param from Allowed current statuses; absent: all allowed ones.
 * @returns the changed issue, or undefined when it had another status.
 */
export async function changeIssueStatus(
  db: Executor,
  id: string,
  to: IssueStatus,
  change: StatusChangeFields & { updatedAt: Date },
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

/** Sets when an issue was sent; later deliveries do not change it. */
export async function markSent(db: Executor, id: string, at: Date): Promise<void> {
  await db
    .update(issues)
    .set({ sentAt: at, updatedAt: at })
    .where(and(eq(issues.id, id), isNull(issues.sentAt)))
}

/** Person who reads the settings of sending. */
export type SettingsReader = 'editor' | 'owner'

/** Settings of sending. */
export type SendingSettings = Omit<typeof sendingSettings.$inferSelect, 'id'>

const settingsRowId = 1

/** Settings before the first change. */
const defaultSettings: SendingSettings = {
  isPaused: false,
  pausedReason: '',
  isCounted: true,
  ratePerSecond: null,
  stopAfterErrors: 20,
  sendsDigest: true,
}

/** @param reader Person for whom the reason of a pause is written. */
export async function readSettings(db: Executor, reader: SettingsReader = 'editor'): Promise<SendingSettings> {
  const [row] = await db.select().from(sendingSettings).where(eq(sendingSettings.id, settingsRowId))
  return withRestorePause(db, row ?? defaultSettings, reader)
}

/** Sending is paused while the restored site is, regardless of its own setting. */
async function withRestorePause(
  db: Executor,
  settings: SendingSettings,
  reader: SettingsReader,
): Promise<SendingSettings> {
  if (!(await findRestoredCopy(db))) return settings
  const own = settings.isPaused ? settings.pausedReason : ''
  const pausedReason = `${own || 'This site was restored from a backup.'} ${resumeSiteFirst[reader]}`
  return { ...settings, isPaused: true, pausedReason }
}

/** Last sentence of the reason of a pause on a restored copy. */
const resumeSiteFirst: Record<SettingsReader, string> = {
  editor: 'The owner must resume the site first, at /admin/inbox.',
  owner: 'Resume emails and background jobs under Needs action before you resume sending.',
}

export async function writeSettings(db: Executor, change: Partial<SendingSettings>): Promise<SendingSettings> {
  const [row] = await db
    .insert(sendingSettings)
    .values({ ...defaultSettings, ...change, id: settingsRowId })
    .onConflictDoUpdate({ target: sendingSettings.id, set: { ...change, id: settingsRowId } })
    .returning()
  return withRestorePause(db, row ?? defaultSettings, 'editor')
}

type Kind = 'weekly' | 'digest'

/** Counts the current recipients of an issue of that kind, consistent with {@link exclusion}, from indexes alone. */
export async function countAudience(db: Executor, kind: Kind): Promise<number> {
  const wanted = sql`s.status = 'subscribed' AND s.is_writable AND s.frequency = ${kind === 'digest' ? 'monthly' : 'weekly'}`
  // Suppressed people are rarely still subscribed, so each suppression is looked up instead of reading all subscribers;
  // the limit makes the planner choose that path.
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT ((SELECT count(*) FROM subscribers s WHERE ${wanted})
      - (SELECT count(*) FROM suppressions x
         CROSS JOIN LATERAL (SELECT FROM subscribers s WHERE s.email_hash = x.email_hash AND ${wanted} LIMIT 1) AS still))::int AS total`)
  return rows[0]?.total ?? 0
}

export async function listDeliveriesOf(db: Executor, subscriberId: string) {
  return db
    .select({ id: deliveries.id, title: issues.title, state: deliveries.state, sentAt: deliveries.sentAt })
    .from(deliveries)
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(deliveries.dueAt))
}

export async function listEventsOf(db: Executor, subscriberId: string) {
  return db
    .select({
      deliveryId: engagementEvents.deliveryId,
      kind: engagementEvents.kind,
      classification: engagementEvents.classification,
      at: engagementEvents.at,
      link: sql<string>`coalesce(${issueLinks.url}, '')`,
    })
    .from(engagementEvents)
    .innerJoin(deliveries, eq(deliveries.id, engagementEvents.deliveryId))
    .leftJoin(
      issueLinks,
      and(eq(issueLinks.issueId, deliveries.issueId), eq(issueLinks.number, engagementEvents.linkNumber)),
    )
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(asc(engagementEvents.at))
}

/** Deletes the emails returned for a person's deliveries; they contain personal data. */
export async function deleteReturnedMails(db: Executor, subscriberId: string): Promise<void> {
  const own = db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.subscriberId, subscriberId))
  await db.delete(returnedMails).where(inArray(returnedMails.deliveryId, own))
}

/** Lists the emails returned for a person's deliveries, for the data export. */
export async function listReturnedMailsOf(db: Executor, subscriberId: string) {
  return db
    .select({ deliveryId: returnedMails.deliveryId, subject: returnedMails.subject, at: returnedMails.at })
    .from(returnedMails)
    .innerJoin(deliveries, eq(deliveries.id, returnedMails.deliveryId))
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(asc(returnedMails.at))
}

/** Attempts of a delivery without the one that was claimed but only being prepared. */
export const finishedAttempts = sql`greatest(${deliveries.attempts} - CASE WHEN ${deliveries.state} = 'claimed' THEN 1 ELSE 0 END, 0)`

/** Drops the deliveries that were not sent yet. */
export async function dropQueuedDeliveries(db: Executor, subscriberId: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: 'dropped', attempts: finishedAttempts })
    .where(and(eq(deliveries.subscriberId, subscriberId), inArray(deliveries.state, ['queued', 'claimed'])))
}

/** Removes the address from statistics; relays repeat it in their responses. */
export async function anonymizeDeliveries(db: Executor, subscriberId: string): Promise<void> {
  const own = db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.subscriberId, subscriberId))
  await db.update(engagementEvents).set({ reason: '', client: '' }).where(inArray(engagementEvents.deliveryId, own))
  await db.update(deliveries).set({ email: '', response: '' }).where(eq(deliveries.subscriberId, subscriberId))
}

export async function listRecentDeliveries(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({
      id: deliveries.id,
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

export async function listRecentEvents(db: Executor, subscriberId: string, limit: number) {
  return db
    .select({
      deliveryId: engagementEvents.deliveryId,
      title: issues.title,
      kind: engagementEvents.kind,
      classification: engagementEvents.classification,
      reason: engagementEvents.reason,
      url: issueLinks.url,
      at: engagementEvents.at,
    })
    .from(engagementEvents)
    .innerJoin(deliveries, eq(deliveries.id, engagementEvents.deliveryId))
    .innerJoin(issues, eq(issues.id, deliveries.issueId))
    .leftJoin(
      issueLinks,
      and(eq(issueLinks.issueId, deliveries.issueId), eq(issueLinks.number, engagementEvents.linkNumber)),
    )
    .where(eq(deliveries.subscriberId, subscriberId))
    .orderBy(desc(engagementEvents.at))
    .limit(limit)
}

/**
 * Pauses sending in a restored database: after the backup was made, the original site may have sent issues that are
 * queued here. Nothing is sent until an admin resumes it, and every issue in progress is paused individually.
 *
 * @param madeAt When the backup was made, ISO 8601.
 * @see docs/decisions/016-sending.md
 */
export async function pauseRestoredSending(client: PoolClient, madeAt: string): Promise<void> {
  const reason = `Restored from a backup made on ${formatTimestamp(madeAt)}. Queued issues may have been sent since then. Check before you resume.`
  await client.query(
    `INSERT INTO newsletter_sending_settings (id, is_paused, paused_reason) VALUES (1, true, $1)
     ON CONFLICT (id) DO UPDATE SET is_paused = true, paused_reason = excluded.paused_reason`,
    [reason],
  )
  await client.query(
    `UPDATE newsletter_issues SET status = 'paused', reason = $1 WHERE status IN ('scheduled', 'sending')`,
    [reason],
  )
  await client.query(
    `UPDATE newsletter_deliveries SET state = 'uncertain', response = 'The email was being sent when the backup was created.' WHERE state = 'in_data'`,
  )
  await client.query(`UPDATE newsletter_deliveries SET state = 'queued', claimed_by = NULL WHERE state = 'claimed'`)
}
