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
import { deliveries } from '../tables.ts'

/** One word for where a copy stands. */
export type DeliveryState = (typeof deliveries.$inferSelect)['state']

/** How many copies of each issue stand where; told from the index alone, however many there are. */
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

/** How many copies of each issue were sent after `since`. */
export async function countSentSince(db: Executor, ids: string[], since: Date): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ issueId: deliveries.issueId, total: count() })
    .from(deliveries)
    // The state word for word, as the index is made.
    .where(and(inArray(deliveries.issueId, ids), sql`${deliveries.state} = 'sent'`, gt(deliveries.sentAt, since)))
    .groupBy(deliveries.issueId)
  return new Map(rows.map(({ issueId, total }) => [issueId, total]))
}

/** Who has that slot, if anybody. */
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

/** What goes next. */
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

/** Says of copies nobody knows about what the editor decided. @returns how many it were. */
export async function settleUncertain(
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

/** A cancelled issue goes to nobody else; what is being handed over this moment ends as it ends. */
export async function dropWaiting(db: Executor, issueId: string, response: string): Promise<number> {
  const { rowCount } = await db.execute(
    sql`UPDATE newsletter_deliveries SET state = 'dropped', response = ${response}, claimed_by = NULL WHERE issue_id = ${issueId} AND state IN ('queued', 'claimed')`,
  )
  return rowCount ?? 0
}

/** Which of these issues have such copies; told from the index alone, however many copies an issue has. */
export async function listWithUncertain(db: Executor, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: deliveries.issueId })
    .from(deliveries)
    .where(and(eq(deliveries.state, 'uncertain'), inArray(deliveries.issueId, ids)))
    .groupBy(deliveries.issueId)
  return rows.map(({ id }) => id)
}

/** One copy with everything that is known of it. */
export type DeliveryRow = typeof deliveries.$inferSelect
/** Which copies of an issue are meant. */
export type DeliveryFilter = {
  issueId: string
  state?: DeliveryState | undefined
  notState?: DeliveryState
  /** Those of these people alone. */
  people?: string[]
  /** Part of an address, in lower case. */
  words?: string
}
type Part = { limit: number; offset: number }

/** Copies in the order of their people; of those who were erased, last. */
export async function listCopies(
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

/** @param most Where counting ends. */
export async function countCopies(db: Executor, filter: DeliveryFilter, most?: number): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(deliveries)
    .where(matching(filter))
  const [row] = await db.select({ total: count() }).from((most === undefined ? found : found.limit(most)).as('found'))
  return row?.total ?? 0
}

/**
 * Copies of people who are still known, in the order of their ids: the page is found in the index alone, however far
 * back it lies.
 */
export async function listKnownCopies(db: Executor, issueId: string, { limit, offset }: Part): Promise<DeliveryRow[]> {
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

/** Copies of people who were erased since. */
export async function listErasedCopies(db: Executor, issueId: string, { limit, offset }: Part): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.issueId, issueId), isNull(deliveries.subscriberId)))
    .orderBy(asc(deliveries.id))
    .limit(limit)
    .offset(offset)
}

export async function countErasedCopies(db: Executor, issueId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(deliveries)
    .where(and(eq(deliveries.issueId, issueId), isNull(deliveries.subscriberId)))
  return row?.total ?? 0
}

/** People whose address has this part, no more than `limit`. @param part In lower case, as addresses are. */
export async function listPeopleByAddress(db: Executor, part: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscribers.id })
    .from(subscribers)
    // The first for the index of words, the second because names stand there too.
    .where(and(like(subscribers.searchText, containing(part)), like(subscribers.email, containing(part))))
    .limit(limit)
  return rows.map(({ id }) => id)
}

function matching({ issueId, state, notState, people, words }: DeliveryFilter): SQL | undefined {
  return and(
    eq(deliveries.issueId, issueId),
    state && eq(deliveries.state, state),
    notState && ne(deliveries.state, notState),
    // One value, however many there are.
    people && sql`${deliveries.subscriberId} = ANY(${sql.param(people)}::uuid[])`,
    words === undefined ? undefined : like(deliveries.email, containing(words)),
  )
}

function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
