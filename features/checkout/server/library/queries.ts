import { and, asc, desc, eq, exists, gt, isNull, ne, or } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { accessLinks, entitlements, orderEvents, orders, libraryEntitlements, libraries } from '../tables.ts'

/** The database, or a transaction on it. */
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
 * Makes whoever else wants to order for this shelf wait until the transaction ends. Locks are taken in this order
 * everywhere: shelf, order, book. Giving a right to the shelf only wants it to stay there, so that need not wait.
 */
export async function lockLibrary(db: Database, libraryId: string): Promise<void> {
  await db.select({ id: libraries.id }).from(libraries).where(eq(libraries.id, libraryId)).for('no key update')
}

/** Whether a shelf holds an open right to a book. */
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

const ownership = {
  entitlementId: entitlements.id,
  bookId: entitlements.bookId,
  openedAt: entitlements.openedAt,
  since: entitlements.createdAt,
  orderCode: orders.code,
  bookTitle: orders.bookTitle,
  email: orders.email,
  payingLibraryId: orders.libraryId,
  libraryId: libraryEntitlements.libraryId,
}

/** A book a browser holds, with the order behind it. */
export type Ownership = {
  entitlementId: string
  bookId: string
  openedAt: Date | null
  since: Date
  orderCode: string
  bookTitle: string
  email: string
  payingLibraryId: string | null
  libraryId: string
}

/** The oldest open right of a shelf to a book. */
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

/** All open rights of a shelf, newest first. */
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

/** Orders a browser paid, or opened from a mail, whose money was given back; newest first. */
export async function listRefunds(
  db: Database,
  tokenHash: string,
): Promise<{ bookId: string; bookTitle: string; orderCode: string; at: Date }[]> {
  const opened = db
    .select({ id: entitlements.id })
    .from(entitlements)
    .innerJoin(libraryEntitlements, eq(libraryEntitlements.entitlementId, entitlements.id))
    .where(and(eq(entitlements.orderId, orders.id), eq(libraryEntitlements.libraryId, libraries.id)))
  return (
    db
      .select({ bookId: orders.bookId, bookTitle: orders.bookTitle, orderCode: orders.code, at: orderEvents.at })
      .from(libraries)
      .innerJoin(orders, and(eq(orders.state, 'refunded'), or(eq(orders.libraryId, libraries.id), exists(opened))))
      // The move alone, not what was noted afterwards.
      .innerJoin(
        orderEvents,
        and(eq(orderEvents.orderId, orders.id), eq(orderEvents.to, 'refunded'), ne(orderEvents.from, 'refunded')),
      )
      .where(eq(libraries.tokenHash, tokenHash))
      .orderBy(desc(orderEvents.at))
  )
}

/** The newest order of a browser for a book that the owner has closed by hand. */
export async function findClosed(
  db: Database,
  tokenHash: string,
  bookId: string,
): Promise<{ code: string } | undefined> {
  const [row] = await db
    .select({ code: orders.code })
    .from(libraries)
    .innerJoin(libraryEntitlements, eq(libraryEntitlements.libraryId, libraries.id))
    .innerJoin(entitlements, eq(entitlements.id, libraryEntitlements.entitlementId))
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(
      and(
        eq(libraries.tokenHash, tokenHash),
        eq(entitlements.bookId, bookId),
        eq(entitlements.isOpen, false),
        eq(entitlements.decision, 'closed'),
      ),
    )
    .orderBy(desc(entitlements.createdAt))
    .limit(1)
  return row
}

/**
 * The newest order of a shelf for a book, when it is a Cash App claim the owner declined since a moment; `reason` may
 * be empty.
 */
export async function findDeclined(db: Database, libraryId: string, bookId: string, since: Date) {
  const [newest] = await db
    .select({ id: orders.id, code: orders.code, state: orders.state })
    .from(orders)
    .where(and(eq(orders.libraryId, libraryId), eq(orders.bookId, bookId), eq(orders.provider, 'cashapp')))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  if (newest?.state !== 'declined') return undefined
  const [move] = await db
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
  return move && { code: newest.code, ...move }
}

/** Gives a shelf a right; doing it again changes nothing. */
export async function insertLibraryEntitlement(db: Database, libraryId: string, entitlementId: string): Promise<void> {
  await db.insert(libraryEntitlements).values({ libraryId, entitlementId }).onConflictDoNothing()
}

export async function insertAccessLink(
  db: Database,
  link: { tokenHash: string; entitlementId: string; issuedAt: Date },
): Promise<void> {
  await db.insert(accessLinks).values(link)
}

export type LinkedEntitlement = {
  entitlementId: string
  bookId: string
  bookTitle: string
  isOpen: boolean
  openedAt: Date | null
  revokedAt: Date | null
}

export async function findLink(db: Database, tokenHash: string): Promise<LinkedEntitlement | undefined> {
  const [row] = await db
    .select({
      entitlementId: entitlements.id,
      bookId: entitlements.bookId,
      bookTitle: orders.bookTitle,
      isOpen: entitlements.isOpen,
      openedAt: entitlements.openedAt,
      revokedAt: accessLinks.revokedAt,
    })
    .from(accessLinks)
    .innerJoin(entitlements, eq(entitlements.id, accessLinks.entitlementId))
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(eq(accessLinks.tokenHash, tokenHash))
  return row
}

/** Ends every link mailed so far for a right. */
export async function revokeLinks(db: Database, entitlementId: string, at: Date): Promise<void> {
  await db
    .update(accessLinks)
    .set({ revokedAt: at })
    .where(and(eq(accessLinks.entitlementId, entitlementId), isNull(accessLinks.revokedAt)))
}

/** Notes the first confirmed opening; later ones change nothing. */
export async function markOpened(db: Database, entitlementId: string, at: Date): Promise<void> {
  await db
    .update(entitlements)
    .set({ openedAt: at })
    .where(and(eq(entitlements.id, entitlementId), isNull(entitlements.openedAt)))
}

/**
 * Holds the order a personal link belongs to until the transaction ends; what is read of the link afterwards stays
 * true.
 */
export async function lockOrderOfLink(db: Database, tokenHash: string): Promise<void> {
  await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(entitlements, eq(entitlements.orderId, orders.id))
    .innerJoin(accessLinks, eq(accessLinks.entitlementId, entitlements.id))
    .where(eq(accessLinks.tokenHash, tokenHash))
    .for('update', { of: orders })
}
