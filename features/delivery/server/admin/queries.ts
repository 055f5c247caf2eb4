import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { issues } from '#features/issues/server/tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'
import { finishedAttempts } from '../queries.ts'
import { deliveries, engagementEvents } from '../tables.ts'

/** State of a delivery. */
export type DeliveryState = (typeof deliveries.$inferSelect)['state']

/** Counts the deliveries of each issue by state, from the index alone. */
export async function countStates(
  db: Executor,
  ids: string[],
): Promise<{ issueId: string; state: DeliveryState; total: number }[]> {
  if (ids.length === 0) return []
  return db
    .select({ issueId: deliveries.issueId, state: deliveries.state, total: count() })
    .from(deliveries)
    .where(inArray(deliveries.issueId, ids))
    .groupBy(deliveries.issueId, deliveries.state)
}

/** Counts the deliveries of each issue that were sent after `since`. */
export async function countSentSince(db: Executor, ids: string[], since: Date): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ issueId: deliveries.issueId, total: count() })
    .from(deliveries)
    // A literal state lets the query use the partial index.
    .where(and(inArray(deliveries.issueId, ids), sql`${deliveries.state} = 'sent'`, gt(deliveries.sentAt, since)))
    .groupBy(deliveries.issueId)
  return new Map(rows.map(({ issueId, total }) => [issueId, total]))
}

/** Finds the issue that holds a slot. */
export async function findBySlot(
  db: Executor,
  slot: string,
): Promise<{ id: string; title: string; status: string } | undefined> {
  const [row] = await db
    .select({ id: issues.id, title: issues.title, status: issues.status })
    .from(issues)
    .where(eq(issues.slot, slot))
  return row
}

/** Finds the issue that is due next. */
export async function findNextScheduled(
  db: Executor,
): Promise<Pick<typeof issues.$inferSelect, 'id' | 'title' | 'kind' | 'dueAt'> | undefined> {
  const [row] = await db
    .select({ id: issues.id, title: issues.title, kind: issues.kind, dueAt: issues.dueAt })
    .from(issues)
    .where(and(eq(issues.status, 'scheduled'), isNotNull(issues.dueAt)))
    .orderBy(asc(issues.dueAt))
    .limit(1)
  return row
}

/** Applies an editor's decision to uncertain deliveries. @returns the number of changed deliveries. */
export async function resolveUncertain(
  db: Executor,
  issueId: string,
  ids: string[] | 'all',
  change: Partial<Pick<typeof deliveries.$inferInsert, 'state' | 'dueAt' | 'response' | 'claimedBy' | 'sentAt'>>,
): Promise<number> {
  if (ids !== 'all' && ids.length === 0) return 0
  const rows = await db
    .update(deliveries)
    .set(change)
    .where(
      and(
        eq(deliveries.issueId, issueId),
        eq(deliveries.state, 'uncertain'),
        ids === 'all' ? undefined : inArray(deliveries.id, ids),
      ),
    )
    .returning({ id: deliveries.id })
  return rows.length
}

/** Drops the queued deliveries of a canceled issue. Deliveries that are being sent finish on their own. */
export async function dropQueued(db: Executor, issueId: string, response: string): Promise<number> {
  const { rowCount } = await db
    .update(deliveries)
    .set({ state: 'dropped', response, claimedBy: null, attempts: finishedAttempts })
    .where(and(eq(deliveries.issueId, issueId), inArray(deliveries.state, ['queued', 'claimed'])))
  return rowCount ?? 0
}

/** Lists those of the issues that have uncertain deliveries, from the index alone. */
export async function listWithUncertain(db: Executor, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: deliveries.issueId })
    .from(deliveries)
    .where(and(eq(deliveries.state, 'uncertain'), inArray(deliveries.issueId, ids)))
    .groupBy(deliveries.issueId)
  return rows.map(({ id }) => id)
}

/** A delivery with all its columns. */
export type DeliveryRow = typeof deliveries.$inferSelect
/** Selection of an issue's deliveries. */
type DeliveryFilter = {
  issueId: string
  state?: DeliveryState | undefined
  notState?: DeliveryState
  /** Only the deliveries of these subscribers. */
  people?: string[]
  /** Part of an address, in lower case. */
  words?: string
}
type Part = { limit: number; offset: number }

/** Lists deliveries in the order of their subscribers, with those of erased people last. */
export async function listDeliveryRows(
  db: Executor,
  filter: DeliveryFilter,
  { limit, offset }: Part,
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(matching(filter))
    .orderBy(asc(deliveries.subscriberId), asc(deliveries.id))
    .limit(limit)
    .offset(offset)
}

/** @param max Limit of the count. */
export async function countDeliveryRows(db: Executor, filter: DeliveryFilter, max?: number): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(deliveries)
    .where(matching(filter))
  const [row] = await db.select({ total: count() }).from((max === undefined ? found : found.limit(max)).as('found'))
  return row?.total ?? 0
}

/**
 * Lists deliveries of subscribers who were not erased, ordered by subscriber id; the page is found in the index alone.
 */
export async function listKnownRecipients(
  db: Executor,
  issueId: string,
  { limit, offset }: Part,
): Promise<DeliveryRow[]> {
  const page = db
    .select({ subscriberId: deliveries.subscriberId })
    .from(deliveries)
    .where(and(eq(deliveries.issueId, issueId), isNotNull(deliveries.subscriberId)))
    .orderBy(asc(deliveries.subscriberId))
    .limit(limit)
    .offset(offset)
    .as('page')
  return db
    .select(getTableColumns(deliveries))
    .from(deliveries)
    .innerJoin(page, eq(page.subscriberId, deliveries.subscriberId))
    .where(eq(deliveries.issueId, issueId))
    .orderBy(asc(deliveries.subscriberId))
}

/** Lists the deliveries of erased people. */
export async function listErasedRecipients(
  db: Executor,
  issueId: string,
  { limit, offset }: Part,
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.issueId, issueId), isNull(deliveries.subscriberId)))
    .orderBy(asc(deliveries.id))
    .limit(limit)
    .offset(offset)
}

export async function countErasedRecipients(db: Executor, issueId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(deliveries)
    .where(and(eq(deliveries.issueId, issueId), isNull(deliveries.subscriberId)))
  return row?.total ?? 0
}

/** Lists those of the deliveries that were refused only because of our sending setup. */
export async function listBlockedDeliveries(db: Executor, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: engagementEvents.deliveryId })
    .from(engagementEvents)
    .where(and(inArray(engagementEvents.deliveryId, ids), inArray(engagementEvents.kind, ['block', 'bounce'])))
    .groupBy(engagementEvents.deliveryId)
    .having(sql`bool_and(${engagementEvents.kind} = 'block')`)
  return rows.map(({ id }) => id)
}

/** Lists at most `limit` subscribers whose address contains the part. @param part In lower case. */
export async function listPeopleByAddress(db: Executor, part: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscribers.id })
    .from(subscribers)
    // The first condition uses the search index, the second excludes matches in names.
    .where(and(like(subscribers.searchText, containing(part)), like(subscribers.email, containing(part))))
    .limit(limit)
  return rows.map(({ id }) => id)
}

function matching({ issueId, state, notState, people, words }: DeliveryFilter): SQL | undefined {
  return and(
    eq(deliveries.issueId, issueId),
    state && eq(deliveries.state, state),
    notState && ne(deliveries.state, notState),
    // A single parameter holds any number of ids.
    people && sql`${deliveries.subscriberId} = ANY(${sql.param(people)}::uuid[])`,
    words === undefined ? undefined : like(deliveries.email, containing(words)),
  )
}

function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
