import { and, desc, eq, getTableColumns, gt, max, min, sql } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { contentDrafts, contentEdits } from './tables.ts'

/** What these statements need of a connection, or of a transaction. */
export type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'delete' | 'execute'>

/** One edit, as it lies in the table. */
export type EditRow = typeof contentEdits.$inferSelect

/**
 * The newest edit of every entry, in the order in which entries were first edited: all a start needs of a long history.
 */
export function listNewestEdits(db: Database): Promise<EditRow[]> {
  const { revision, kind, key } = contentEdits
  const ends = db
    .select({ first: min(revision).as('first'), last: max(revision).as('last') })
    .from(contentEdits)
    .groupBy(kind, key)
    .as('ends')
  return db
    .select(getTableColumns(contentEdits))
    .from(contentEdits)
    .innerJoin(ends, eq(revision, ends.last))
    .orderBy(ends.first)
}

/** Every edit since one, the oldest first. */
export function listEditsAfter(db: Database, revision: number): Promise<EditRow[]> {
  return db.select().from(contentEdits).where(gt(contentEdits.revision, revision)).orderBy(contentEdits.revision)
}

/** The newest edits of one entry, the newest first. */
export function listEditsOf(db: Database, kind: string, key: string, limit: number): Promise<EditRow[]> {
  return db
    .select()
    .from(contentEdits)
    .where(and(eq(contentEdits.kind, kind), eq(contentEdits.key, key)))
    .orderBy(desc(contentEdits.revision))
    .limit(limit)
}

/**
 * Edits are written one after the other, so that whoever has seen a revision has seen all before it. Lasts until the
 * transaction ends.
 */
export async function lockEdits(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('content_edits'))`)
}

/** Adds an edit; rows are never changed. */
export async function insertEdit(
  tx: Database,
  edit: Pick<EditRow, 'kind' | 'key' | 'act' | 'data' | 'actor' | 'at'>,
): Promise<EditRow> {
  const [row] = await tx.insert(contentEdits).values(edit).returning()
  return row!
}

/** Every draft of a kind, in the order of their keys. */
export function listDraftsOf(db: Database, kind: string) {
  const { key, data, savedAt } = contentDrafts
  return db.select({ key, data, savedAt }).from(contentDrafts).where(eq(contentDrafts.kind, kind)).orderBy(key)
}

/** What is being written of a kind, by key alone: drafts themselves may be long. */
export async function listDraftKeysOf(db: Database, kind: string): Promise<string[]> {
  const rows = await db.select({ key: contentDrafts.key }).from(contentDrafts).where(eq(contentDrafts.kind, kind))
  return rows.map(({ key }) => key)
}

/** The draft of one entry, if there is one. */
export async function findDraft(db: Database, kind: string, key: string) {
  const [row] = await db
    .select()
    .from(contentDrafts)
    .where(and(eq(contentDrafts.kind, kind), eq(contentDrafts.key, key)))
  return row
}

/** Keeps a draft in the place of the one before it. */
export async function upsertDraft(
  db: Database,
  draft: { kind: string; key: string; data: unknown; savedAt: Date },
): Promise<void> {
  const { data, savedAt } = draft
  await db
    .insert(contentDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [contentDrafts.kind, contentDrafts.key], set: { data, savedAt } })
}

/** Takes a draft away; one that is not there is fine. */
export async function deleteDraft(db: Database, kind: string, key: string): Promise<void> {
  await db.delete(contentDrafts).where(and(eq(contentDrafts.kind, kind), eq(contentDrafts.key, key)))
}
