import { and, asc, count, eq, getTableColumns, isNotNull, isNull, like, ne, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../../newsletter-parts.ts'
import { subscribers } from '../../../tables.ts'
import { deliveries } from '../../tables.ts'
import type { DeliveryState } from '../queries.ts'

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
export async function listCopies(db: Executor, filter: DeliveryFilter, { limit, offset }: Part): Promise<DeliveryRow[]> {
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

/** Copies of people who are still known, in the order of their ids: the page is found in the index alone, however far back it lies. */
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
