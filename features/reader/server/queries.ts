import { and, eq, isNotNull, like, ne, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { bookEditions } from './tables.ts'

/** The database, or a transaction on it. */
export type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>
export type EditionRow = typeof bookEditions.$inferSelect
export type NewEdition = Omit<typeof bookEditions.$inferInsert, 'id' | 'isCurrent' | 'createdAt'>

export async function findCurrentEdition(db: Database, bookId: string): Promise<EditionRow | undefined> {
  const [row] = await db
    .select()
    .from(bookEditions)
    .where(and(eq(bookEditions.bookId, bookId), bookEditions.isCurrent))
  return row
}

/** Lists the current edition of every book, in a fixed order. */
export async function listCurrentEditions(db: Database): Promise<Pick<EditionRow, 'bookId' | 'sha256'>[]> {
  return db
    .select({ bookId: bookEditions.bookId, sha256: bookEditions.sha256 })
    .from(bookEditions)
    .where(eq(bookEditions.isCurrent, true))
    .orderBy(bookEditions.bookId)
}

/** @param name First 16 hex characters of its hash; must be validated. */
export async function findEditionByName(db: Database, bookId: string, name: string): Promise<EditionRow | undefined> {
  const [row] = await db
    .select()
    .from(bookEditions)
    .where(and(eq(bookEditions.bookId, bookId), like(bookEditions.sha256, `${name}%`)))
  return row
}

/** Finds the edition made from a PDF, as uploaded or rewritten. @param sha256 Of the uploaded PDF, in hex. */
export async function findEditionOfSource(
  db: Database,
  bookId: string,
  sha256: string,
): Promise<EditionRow | undefined> {
  const [row] = await db
    .select()
    .from(bookEditions)
    .where(
      and(eq(bookEditions.bookId, bookId), or(eq(bookEditions.sha256, sha256), eq(bookEditions.sourceSha256, sha256))),
    )
    .limit(1)
  return row
}

/**
 * Records the first time at which a copy of an edition was sent without a watermark.
 *
 * @param name First 16 hex characters of its hash.
 */
export async function setUnwatermarked(db: Database, name: string): Promise<void> {
  await db
    .update(bookEditions)
    .set({ unwatermarkedAt: sql`coalesce(${bookEditions.unwatermarkedAt}, now())` })
    .where(like(bookEditions.sha256, `${name}%`))
}

/** Lists editions whose copies are sent without a watermark, oldest first. */
export async function listUnwatermarked(db: Database): Promise<EditionRow[]> {
  return db
    .select()
    .from(bookEditions)
    .where(isNotNull(bookEditions.unwatermarkedAt))
    .orderBy(bookEditions.unwatermarkedAt)
}

/** Clears the record after the owner marked it as done. @returns false if there was none. */
export async function clearUnwatermarked(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(bookEditions)
    .set({ unwatermarkedAt: null })
    .where(and(eq(bookEditions.id, id), isNotNull(bookEditions.unwatermarkedAt)))
    .returning({ id: bookEditions.id })
  return rows.length > 0
}

/** Serializes changes of a book's editions across processes. */
export async function lockEditionsOf(db: Database, bookId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('book_editions'), hashtext(${bookId}))`)
}

export async function retireOtherEditions(db: Database, bookId: string, sha256: string): Promise<void> {
  await db
    .update(bookEditions)
    .set({ isCurrent: false })
    .where(and(eq(bookEditions.bookId, bookId), ne(bookEditions.sha256, sha256), bookEditions.isCurrent))
}

/** Makes an edition the current one, whether it is new or exists already. */
export async function upsertCurrentEdition(db: Database, edition: NewEdition): Promise<EditionRow> {
  const [row] = await db
    .insert(bookEditions)
    .values({ ...edition, isCurrent: true })
    .onConflictDoUpdate({
      target: [bookEditions.bookId, bookEditions.sha256],
      set: { isCurrent: true, storageKey: edition.storageKey, pageSizes: edition.pageSizes, outline: edition.outline },
    })
    .returning()
  return row!
}

/** Inserts an edition that is not current; an existing one stays as it is. */
export async function insertPreparedEdition(db: Database, edition: NewEdition): Promise<EditionRow> {
  const [row] = await db
    .insert(bookEditions)
    .values({ ...edition, isCurrent: false })
    .onConflictDoUpdate({ target: [bookEditions.bookId, bookEditions.sha256], set: { storageKey: edition.storageKey } })
    .returning()
  return row!
}
