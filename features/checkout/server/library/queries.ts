import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { alias } from 'drizzle-orm/pg-core'
import type { ClosedBook, OrderState } from '#features/checkout/contract.ts'
import type { PaymentHold } from '#features/reader/contract.ts'
import { accessLinks, entitlements, orderEvents, orders, libraryEntitlements, libraries } from '../tables.ts'

/** The database or a transaction. */
export type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>

export async function insertLibrary(db: Database, tokenHash: string): Promise<string> {
  const [row] = await db.insert(libraries).values({ tokenHash }).returning({ id: libraries.id })
  return row!.id
}

export async function findLibrary(db: Database, tokenHash: string): Promise<string | undefined> {
  const [row] = await db.select({ id: libraries.id }).from(libraries).where(eq(libraries.tokenHash, tokenHash))
  return row?.id
}

/**
 * Locks a library against other orders until the transaction ends. Locks are taken in the order library, order, book.
 * Adding an entitlement does not need this lock.
 */
export async function lockLibrary(db: Database, libraryId: string): Promise<void> {
  await db.select({ id: libraries.id }).from(libraries).where(eq(libraries.id, libraryId)).for('no key update')
}

/** Returns whether a library has access to a book. */
export async function hasBook(db: Database, libraryId: string, bookId: string): Promise<boolean> {
  const rows = await db
    .select({ id: entitlements.id })
    .from(libraryEntitlements)
    .innerJoin(entitlements, eq(entitlements.id, libraryEntitlements.entitlementId))
    .where(
      and(eq(libraryEntitlements.libraryId, libraryId), eq(entitlements.bookId, bookId), eq(entitlements.isOpen, true)),
    )
    .limit(1)
  return rows.length > 0
}

const isTest = sql<boolean>`${orders.provider} = 'test'`

const ownership = {
  orderId: orders.id,
  entitlementId: entitlements.id,
  bookId: entitlements.bookId,
  openedAt: entitlements.openedAt,
  since: entitlements.createdAt,
  orderCode: orders.code,
  bookTitle: orders.bookTitle,
  email: orders.email,
  consentText: orders.consentText,
  actionItems: orders.actionItems,
  payingLibraryId: orders.libraryId,
  libraryId: libraryEntitlements.libraryId,
  isTest,
}

/** A book in a library, with its order. */
type Ownership = {
  orderId: string
  entitlementId: string
  bookId: string
  openedAt: Date | null
  since: Date
  orderCode: string
  bookTitle: string
  email: string
  consentText: string
  actionItems: string[]
  payingLibraryId: string | null
  libraryId: string
  isTest: boolean
}

/** Finds the oldest active entitlement of a library to a book. */
export async function findOwnership(db: Database, tokenHash: string, bookId: string): Promise<Ownership | undefined> {
  const [row] = await db
    .select(ownership)
    .from(libraries)
    .innerJoin(libraryEntitlements, eq(libraryEntitlements.libraryId, libraries.id))
    .innerJoin(entitlements, eq(entitlements.id, libraryEntitlements.entitlementId))
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(libraries.tokenHash, tokenHash), eq(entitlements.bookId, bookId), eq(entitlements.isOpen, true)))
    .orderBy(asc(entitlements.createdAt))
    .limit(1)
  return row
}

/** Lists the active entitlements of a library, newest first. */
export async function listOwnerships(db: Database, tokenHash: string): Promise<Ownership[]> {
  return db
    .select(ownership)
    .from(libraries)
    .innerJoin(libraryEntitlements, eq(libraryEntitlements.libraryId, libraries.id))
    .innerJoin(entitlements, eq(entitlements.id, libraryEntitlements.entitlementId))
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(libraries.tokenHash, tokenHash), eq(entitlements.isOpen, true)))
    .orderBy(desc(entitlements.createdAt))
}

/** Lists refunded orders that a browser paid or opened from a mail, newest first. */
export async function listRefunds(
  db: Database,
  tokenHash: string,
): Promise<{ bookId: string; bookTitle: string; orderCode: string; at: Date; isTest: boolean; isSample: boolean }[]> {
  return (
    db
      .select({
        bookId: orders.bookId,
        bookTitle: orders.bookTitle,
        orderCode: orders.code,
        at: orderEvents.at,
        isTest,
        isSample: orders.isSample,
      })
      .from(libraries)
      .innerJoin(orders, and(eq(orders.state, 'refunded'), isOfLibrary(db)))
      // Matches only the state change, not later notes.
      .innerJoin(
        orderEvents,
        and(eq(orderEvents.orderId, orders.id), eq(orderEvents.to, 'refunded'), ne(orderEvents.from, 'refunded')),
      )
      .where(eq(libraries.tokenHash, tokenHash))
      .orderBy(desc(orderEvents.at))
  )
}

/**
 * Lists orders that a browser paid or opened from a mail and that do not open their books, newest first: the payment is
 * disputed or of a wrong or unknown amount, or the owner revoked access. A book that another order opens in this
 * browser is omitted.
 */
export async function listClosures(
  db: Database,
  tokenHash: string,
): Promise<(Pick<ClosedBook, 'bookId' | 'orderCode' | 'closedBy' | 'isTest'> & { bookTitle: string })[]> {
  const other = alias(entitlements, 'other')
  const openHere = db
    .select({ id: other.id })
    .from(other)
    .innerJoin(libraryEntitlements, eq(libraryEntitlements.entitlementId, other.id))
    .where(
      and(eq(libraryEntitlements.libraryId, libraries.id), eq(other.bookId, orders.bookId), eq(other.isOpen, true)),
    )
  const isRevoked = sql<boolean>`coalesce(${entitlements.decision} = 'closed', false)`
  const { bookId, bookTitle, code: orderCode, state } = orders
  const rows = await db
    .select({ bookId, bookTitle, orderCode, state, isTest })
    .from(libraries)
    .innerJoin(orders, isOfLibrary(db))
    .leftJoin(entitlements, eq(entitlements.orderId, orders.id))
    .where(
      and(
        eq(libraries.tokenHash, tokenHash),
        or(inArray(orders.state, holdStates), and(isRevoked, ne(orders.state, 'refunded'))),
        givesNoAccess,
        notExists(openHere),
      ),
    )
    .orderBy(desc(orders.createdAt))
  // While the bank holds the whole payment, the dispute is the reason, whatever the owner decided about a part before.
  return rows.map(({ state: orderState, ...row }) => ({ ...row, closedBy: holdOf(orderState) ?? 'owner' }))
}

/** States of an order whose payment is on hold. */
const holdStates: OrderState[] = ['disputed', 'paid']

// A payment whose amount is known and right never stays in the state `paid`, because its book is delivered at once.
const holdOf = (state: OrderState): PaymentHold | undefined =>
  state === 'disputed' ? 'dispute' : state === 'paid' ? 'amount' : undefined

/**
 * Finds out why the newest payment on hold keeps a library from a book. The library must not have the book by another
 * order.
 */
export async function findPaymentHold(
  db: Database,
  libraryId: string,
  bookId: string,
): Promise<PaymentHold | undefined> {
  const [newest] = await db
    .select({ state: orders.state })
    .from(libraries)
    .innerJoin(orders, isOfLibrary(db))
    .leftJoin(entitlements, eq(entitlements.orderId, orders.id))
    .where(
      and(eq(libraries.id, libraryId), eq(orders.bookId, bookId), inArray(orders.state, holdStates), givesNoAccess),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return newest && holdOf(newest.state)
}

/** Condition that an order gives no access; one whose book was never delivered has no entitlement. */
const givesNoAccess = or(isNull(entitlements.isOpen), eq(entitlements.isOpen, false))

/** Condition that the library paid for the order, or opened its book from a mail. */
function isOfLibrary(db: Database) {
  const linked = alias(entitlements, 'linked')
  const opened = db
    .select({ id: linked.id })
    .from(linked)
    .innerJoin(libraryEntitlements, eq(libraryEntitlements.entitlementId, linked.id))
    .where(and(eq(linked.orderId, orders.id), eq(libraryEntitlements.libraryId, libraries.id)))
  return or(eq(orders.libraryId, libraries.id), exists(opened))
}

/** Finds the newest claim of a library for a book if it was declined since a given time; `reason` may be empty. */
export async function findDeclined(db: Database, libraryId: string, bookId: string, since: Date) {
  const [newest] = await db
    .select({ id: orders.id, code: orders.code, state: orders.state, isSample: orders.isSample })
    .from(orders)
    .where(and(eq(orders.libraryId, libraryId), eq(orders.bookId, bookId), eq(orders.provider, 'cashapp')))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  if (newest?.state !== 'declined') return undefined
  const [event] = await db
    .select({ reason: orderEvents.detail, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, newest.id),
        eq(orderEvents.to, 'declined'),
        ne(orderEvents.from, 'declined'),
        gt(orderEvents.at, since),
      ),
    )
    .orderBy(desc(orderEvents.at))
    .limit(1)
  return event && { code: newest.code, isSample: newest.isSample, ...event }
}

/** Adds an entitlement to a library; repeating it changes nothing. */
export async function insertLibraryEntitlement(db: Database, libraryId: string, entitlementId: string): Promise<void> {
  await db.insert(libraryEntitlements).values({ libraryId, entitlementId }).onConflictDoNothing()
}

export async function insertAccessLink(
  db: Database,
  link: { tokenHash: string; entitlementId: string; issuedAt: Date },
): Promise<void> {
  await db.insert(accessLinks).values(link)
}

type LinkedEntitlement = {
  entitlementId: string
  bookId: string
  bookTitle: string
  isOpen: boolean
  orderState: OrderState
  openedAt: Date | null
  revokedAt: Date | null
  isTest: boolean
}

export async function findLink(db: Database, tokenHash: string): Promise<LinkedEntitlement | undefined> {
  const [row] = await db
    .select({
      entitlementId: entitlements.id,
      bookId: entitlements.bookId,
      bookTitle: orders.bookTitle,
      isOpen: entitlements.isOpen,
      orderState: orders.state,
      openedAt: entitlements.openedAt,
      revokedAt: accessLinks.revokedAt,
      isTest,
    })
    .from(accessLinks)
    .innerJoin(entitlements, eq(entitlements.id, accessLinks.entitlementId))
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(eq(accessLinks.tokenHash, tokenHash))
  return row
}

/** Revokes all links of an entitlement. */
export async function revokeLinks(db: Database, entitlementId: string, at: Date): Promise<void> {
  await db
    .update(accessLinks)
    .set({ revokedAt: at })
    .where(and(eq(accessLinks.entitlementId, entitlementId), isNull(accessLinks.revokedAt)))
}

/** Records when a link was first redeemed; later calls change nothing. */
export async function markOpened(db: Database, entitlementId: string, at: Date): Promise<void> {
  await db
    .update(entitlements)
    .set({ openedAt: at })
    .where(and(eq(entitlements.id, entitlementId), isNull(entitlements.openedAt)))
}

/** Locks the order of a personal link until the transaction ends, so that the link cannot change after it is read. */
export async function lockOrderOfLink(db: Database, tokenHash: string): Promise<void> {
  await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(entitlements, eq(entitlements.orderId, orders.id))
    .innerJoin(accessLinks, eq(accessLinks.entitlementId, entitlements.id))
    .where(eq(accessLinks.tokenHash, tokenHash))
    .for('update', { of: orders })
}
