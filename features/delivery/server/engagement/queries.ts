import { and, eq, inArray, sql } from 'drizzle-orm'
import { issueLinks } from '#features/issues/server/tables.ts'
import type { Executor } from '#platform/database/open-database.ts'
import {
  deliveries,
  sendingSettings,
  newsletterKeys,
  engagementHours,
  engagementEvents,
  aggregates,
} from '../tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'
import type { EngagementEvent, EngagementState } from './delivery-engagement.ts'
import type { CountedDelivery, Aggregate } from './aggregate.ts'

/** A locked delivery, with the values that decide whether it is counted. */
export type LockedDelivery = CountedDelivery & {
  id: string
  issueId: string
  subscriberId: string | null
  sentAt: Date | null
  claimedAt: Date | null
  linkCount: number
  isCounted: boolean
}

const isTrackingKey = eq(newsletterKeys.name, 'tracking')

/** @returns the key of an earlier version, base64url; undefined once it was moved to the storage. */
export async function findEarlierKey(db: Executor): Promise<string | undefined> {
  const [row] = await db.select({ key: newsletterKeys.key }).from(newsletterKeys).where(isTrackingKey)
  return row?.key
}

export async function deleteEarlierKey(db: Executor): Promise<void> {
  await db.delete(newsletterKeys).where(isTrackingKey)
}

/** @returns the target of a delivery's link; undefined when the delivery or link does not exist. */
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
 * Reads deliveries and locks them until the transaction ends.
 *
 * @param isPatient Waits for deliveries that another transaction has locked; otherwise they are skipped, so that
 * recording never blocks sending.
 */
export async function lockDeliveries(tx: Executor, ids: string[], isPatient = false): Promise<LockedDelivery[]> {
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

/** Lists opens, clicks and page loads of deliveries. */
export async function listEvents(
  tx: Executor,
  deliveryIds: string[],
): Promise<(EngagementEvent & { id: string; deliveryId: string })[]> {
  const { id, deliveryId, kind, linkNumber, classification, reason, client, at } = engagementEvents
  return tx
    .select({ id, deliveryId, kind, linkNumber, classification, reason, client, at })
    .from(engagementEvents)
    .where(and(inArray(deliveryId, deliveryIds), inArray(kind, ['open', 'click', 'page'])))
}

/** Lists links of issues that lead to pages of this site. */
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

/** A click on a delivery by a named visitor. */
export type ClientClick = { issueId: string; client: string; deliveryId: string; at: Date }

/** Lists clicks of visitors on any delivery of an issue within a period. */
export async function listClientClicks(
  tx: Executor,
  clients: { issueId: string; client: string }[],
  { from, to }: { from: Date; to: Date },
): Promise<ClientClick[]> {
  if (clients.length === 0) return []
  const { issueId, client, deliveryId, kind, at } = engagementEvents
  const named = [...new Set(clients.map((one) => one.client))]
  const ofIssues = [...new Set(clients.map((one) => one.issueId))]
  return tx
    .select({ issueId, client, deliveryId, at })
    .from(engagementEvents)
    .where(
      and(
        inArray(issueId, ofIssues),
        // The condition must match that of the partial index.
        sql`${client} <> ''`,
        inArray(client, named),
        eq(kind, 'click'),
        sql`${at} BETWEEN ${from.toISOString()}::timestamptz AND ${to.toISOString()}::timestamptz`,
      ),
    )
}

export async function insertEvents(tx: Executor, rows: (typeof engagementEvents.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(engagementEvents).values(rows)
}

export async function updateClassification(
  tx: Executor,
  { id, classification, reason }: EngagementEvent & { id: string },
): Promise<void> {
  await tx.update(engagementEvents).set({ classification, reason }).where(eq(engagementEvents.id, id))
}

/** Updates the engagement of many deliveries in one statement. */
export async function updateEngagementState(
  tx: Executor,
  changed: (EngagementState & { id: string })[],
): Promise<void> {
  if (changed.length === 0) return
  const time = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`
  const rows = changed.map(
    (delivery) =>
      sql`(${delivery.id}::uuid, ${time(delivery.openedAt)}, ${time(delivery.unsureOpenedAt)}, ${time(delivery.machineOpenedAt)}, ${time(delivery.clickedAt)}, ${time(delivery.unsureClickedAt)}, ${time(delivery.machineClickedAt)})`,
  )
  await tx.execute(sql`
    UPDATE newsletter_deliveries AS delivery
    SET opened_at = mark.opened, unsure_opened_at = mark.unsure_opened, machine_opened_at = mark.machine_opened,
        clicked_at = mark.clicked, unsure_clicked_at = mark.unsure_clicked, machine_clicked_at = mark.machine_clicked
    FROM (VALUES ${sql.join(rows, sql`, `)}) AS mark (id, opened, unsure_opened, machine_opened, clicked, unsure_clicked, machine_clicked)
    WHERE delivery.id = mark.id`)
}

export async function updateOutcome(
  tx: Executor,
  id: string,
  outcome: Partial<Pick<CountedDelivery, 'bouncedAt' | 'complainedAt' | 'leftAt'>>,
): Promise<void> {
  await tx.update(deliveries).set(outcome).where(eq(deliveries.id, id))
}

/**
 * Locks the aggregate of an issue. Every change and every count takes this lock first, so that nothing is counted twice
 * or lost.
 */
export async function lockAggregate(tx: Executor, issueId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('newsletter-tally'), hashtext(${issueId}))`)
}

/** Changes an existing aggregate; without a row the deliveries are counted on demand. */
export async function incrementAggregate(tx: Executor, issueId: string, by: Aggregate): Promise<void> {
  await tx
    .update(aggregates)
    .set({
      delivered: sql`${aggregates.delivered} + ${by.delivered}`,
      bounced: sql`${aggregates.bounced} + ${by.bounced}`,
      complained: sql`${aggregates.complained} + ${by.complained}`,
      left: sql`${aggregates.left} + ${by.left}`,
      humanOpens: sql`${aggregates.humanOpens} + ${by.humanOpens}`,
      unsureOpens: sql`${aggregates.unsureOpens} + ${by.unsureOpens}`,
      machineOpens: sql`${aggregates.machineOpens} + ${by.machineOpens}`,
      humanClicks: sql`${aggregates.humanClicks} + ${by.humanClicks}`,
      unsureClicks: sql`${aggregates.unsureClicks} + ${by.unsureClicks}`,
      machineClicks: sql`${aggregates.machineClicks} + ${by.machineClicks}`,
    })
    .where(eq(aggregates.issueId, issueId))
}

export async function addHour(tx: Executor, row: typeof engagementHours.$inferInsert): Promise<void> {
  await tx
    .insert(engagementHours)
    .values(row)
    .onConflictDoUpdate({
      target: [engagementHours.issueId, engagementHours.hour],
      set: {
        opens: sql`${engagementHours.opens} + excluded.opens`,
        clicks: sql`${engagementHours.clicks} + excluded.clicks`,
      },
    })
}
