import { and, eq, inArray, sql } from 'drizzle-orm'
import { issueLinks } from '#features/issues/server/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { deliveries, sendingSettings, newsletterKeys, readingHours, readings, tallies } from '../tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'
import type { Reading, ReadingMarks } from './copy-marks.ts'
import type { CountedCopy, Tally } from './tally.ts'

/** A copy while it is held, with what decides whether it is counted. */
export type HeldCopy = CountedCopy & {
  id: string
  issueId: string
  subscriberId: string | null
  sentAt: Date | null
  claimedAt: Date | null
  linkCount: number
  isCounted: boolean
}

/** @returns the key of that name: `fresh` where there was none, whoever of several processes asks first. */
export async function ensureKey(db: Executor, name: string, fresh: string): Promise<string> {
  await db.insert(newsletterKeys).values({ name, key: fresh }).onConflictDoNothing()
  const [row] = await db.select({ key: newsletterKeys.key }).from(newsletterKeys).where(eq(newsletterKeys.name, name))
  return row?.key ?? fresh
}

/** @returns where a link of a copy leads; undefined when there is no such copy or link. */
export async function findLink(
  db: Executor,
  { deliveryId, number }: { deliveryId: string; number: number },
): Promise<string | undefined> {
  const [row] = await db
    .select({ url: issueLinks.url })
    .from(deliveries)
    .innerJoin(issueLinks, eq(issueLinks.issueId, deliveries.issueId))
    .where(and(eq(deliveries.id, deliveryId), eq(issueLinks.number, number)))
  return row?.url
}

/**
 * Reads copies and holds them until the transaction ends.
 *
 * @param isPatient Waits for a copy another transaction holds; otherwise such a copy is left out, so that counting
 *   never stands in the way of sending.
 */
export async function holdCopies(tx: Executor, ids: string[], isPatient = false): Promise<HeldCopy[]> {
  return tx
    .select({
      id: deliveries.id,
      issueId: deliveries.issueId,
      subscriberId: deliveries.subscriberId,
      state: deliveries.state,
      sentAt: deliveries.sentAt,
      claimedAt: deliveries.claimedAt,
      openedAt: deliveries.openedAt,
      unsureOpenedAt: deliveries.unsureOpenedAt,
      machineOpenedAt: deliveries.machineOpenedAt,
      clickedAt: deliveries.clickedAt,
      unsureClickedAt: deliveries.unsureClickedAt,
      machineClickedAt: deliveries.machineClickedAt,
      bouncedAt: deliveries.bouncedAt,
      complainedAt: deliveries.complainedAt,
      leftAt: deliveries.leftAt,
      linkCount: sql<number>`(SELECT count(*)::int FROM ${issueLinks} WHERE ${issueLinks.issueId} = ${deliveries.issueId})`,
      isCounted: sql<boolean>`coalesce(${subscribers.allowsTracking}, false) AND coalesce((SELECT ${sendingSettings.isCounted} FROM ${sendingSettings} WHERE ${sendingSettings.id} = 1), true)`,
    })
    .from(deliveries)
    .leftJoin(subscribers, eq(subscribers.id, deliveries.subscriberId))
    .where(inArray(deliveries.id, ids))
    .orderBy(deliveries.id)
    .for('update', isPatient ? { of: deliveries } : { of: deliveries, skipLocked: true })
}

/** Opens, clicks and pages of copies. */
export async function listReadings(
  tx: Executor,
  deliveryIds: string[],
): Promise<(Reading & { id: string; deliveryId: string })[]> {
  const { id, deliveryId, kind, linkNumber, verdict, reason, client, at } = readings
  return tx
    .select({ id, deliveryId, kind, linkNumber, verdict, reason, client, at })
    .from(readings)
    .where(and(inArray(deliveryId, deliveryIds), inArray(kind, ['open', 'click', 'page'])))
}

/** Links of issues that lead to pages of this site. */
export async function listOwnLinks(
  tx: Executor,
  issueIds: string[],
  origin: string,
): Promise<Map<string, Set<number>>> {
  const own = new Map<string, Set<number>>()
  if (issueIds.length === 0) return own
  const rows = await tx
    .select({ issueId: issueLinks.issueId, number: issueLinks.number })
    .from(issueLinks)
    .where(and(inArray(issueLinks.issueId, issueIds), sql`starts_with(${issueLinks.url}, ${`${origin}/`})`))
  for (const { issueId, number } of rows) own.set(issueId, (own.get(issueId) ?? new Set()).add(number))
  return own
}

/** A click on a copy by a named visitor. */
export type ClientClick = { issueId: string; client: string; deliveryId: string; at: Date }

/** Clicks of visitors on any copy of an issue, within a time. */
export async function listClientClicks(
  tx: Executor,
  clients: { issueId: string; client: string }[],
  { from, to }: { from: Date; to: Date },
): Promise<ClientClick[]> {
  if (clients.length === 0) return []
  const { issueId, client, deliveryId, kind, at } = readings
  const named = [...new Set(clients.map((one) => one.client))]
  const ofIssues = [...new Set(clients.map((one) => one.issueId))]
  return tx
    .select({ issueId, client, deliveryId, at })
    .from(readings)
    .where(
      and(
        inArray(issueId, ofIssues),
        // The condition as the index is made.
        sql`${client} <> ''`,
        inArray(client, named),
        eq(kind, 'click'),
        sql`${at} BETWEEN ${from.toISOString()}::timestamptz AND ${to.toISOString()}::timestamptz`,
      ),
    )
}

export async function insertReadings(tx: Executor, rows: (typeof readings.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(readings).values(rows)
}

export async function updateVerdict(tx: Executor, { id, verdict, reason }: Reading & { id: string }): Promise<void> {
  await tx.update(readings).set({ verdict, reason }).where(eq(readings.id, id))
}

/** Marks many copies by one statement. */
export async function updateMarks(tx: Executor, copies: (ReadingMarks & { id: string })[]): Promise<void> {
  if (copies.length === 0) return
  const time = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`
  const rows = copies.map(
    (copy) =>
      sql`(${copy.id}::uuid, ${time(copy.openedAt)}, ${time(copy.unsureOpenedAt)}, ${time(copy.machineOpenedAt)}, ${time(copy.clickedAt)}, ${time(copy.unsureClickedAt)}, ${time(copy.machineClickedAt)})`,
  )
  await tx.execute(sql`
    UPDATE newsletter_deliveries AS copy
    SET opened_at = mark.opened, unsure_opened_at = mark.unsure_opened, machine_opened_at = mark.machine_opened,
        clicked_at = mark.clicked, unsure_clicked_at = mark.unsure_clicked, machine_clicked_at = mark.machine_clicked
    FROM (VALUES ${sql.join(rows, sql`, `)}) AS mark (id, opened, unsure_opened, machine_opened, clicked, unsure_clicked, machine_clicked)
    WHERE copy.id = mark.id`)
}

export async function updateOutcome(
  tx: Executor,
  id: string,
  outcome: Partial<Pick<CountedCopy, 'bouncedAt' | 'complainedAt' | 'leftAt'>>,
): Promise<void> {
  await tx.update(deliveries).set(outcome).where(eq(deliveries.id, id))
}

/**
 * Whoever moves or counts the tally of an issue holds this first, so that nothing is counted twice or lost between the
 * two.
 */
export async function holdTally(tx: Executor, issueId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('newsletter-tally'), hashtext(${issueId}))`)
}

/** Moves a tally that stands there already; without one, the copies say it themselves. */
export async function moveTally(tx: Executor, issueId: string, by: Tally): Promise<void> {
  await tx
    .update(tallies)
    .set({
      delivered: sql`${tallies.delivered} + ${by.delivered}`,
      bounced: sql`${tallies.bounced} + ${by.bounced}`,
      complained: sql`${tallies.complained} + ${by.complained}`,
      left: sql`${tallies.left} + ${by.left}`,
      humanOpens: sql`${tallies.humanOpens} + ${by.humanOpens}`,
      unsureOpens: sql`${tallies.unsureOpens} + ${by.unsureOpens}`,
      machineOpens: sql`${tallies.machineOpens} + ${by.machineOpens}`,
      humanClicks: sql`${tallies.humanClicks} + ${by.humanClicks}`,
      unsureClicks: sql`${tallies.unsureClicks} + ${by.unsureClicks}`,
      machineClicks: sql`${tallies.machineClicks} + ${by.machineClicks}`,
    })
    .where(eq(tallies.issueId, issueId))
}

export async function addHour(tx: Executor, row: typeof readingHours.$inferInsert): Promise<void> {
  await tx
    .insert(readingHours)
    .values(row)
    .onConflictDoUpdate({
      target: [readingHours.issueId, readingHours.hour],
      set: {
        opens: sql`${readingHours.opens} + excluded.opens`,
        clicks: sql`${readingHours.clicks} + excluded.clicks`,
      },
    })
}
