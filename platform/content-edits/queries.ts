import { and, desc, eq, getTableColumns, gt, max, min, sql } from 'drizzle-orm'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { contentDrafts, contentEdits } from './tables.ts'

/** The database or a transaction. */
export type Database = Pick<OpenDatabase['db'], 'select' | 'insert' | 'delete' | 'execute'>

/** Row of `content_edits`. */
export type EditRow = typeof contentEdits.$inferSelect

/** Lists the newest edit of every entry, in the order of the first edits. A start needs no more of a long history. */
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

/** Lists all edits after a revision, oldest first. */
export function listEditsAfter(db: Database, revision: number): Promise<EditRow[]> {
  return db.select().from(contentEdits).where(gt(contentEdits.revision, revision)).orderBy(contentEdits.revision)
}

/**
 * Lists all drafts, and the data of edits that are in effect or were so after a time.
 *
 * @returns JSON texts.
 */
export async function listDataSince(db: Database, since: Date): Promise<string[]> {
  const { rows } = await db.execute<{ data: string }>(sql`
    SELECT data::text AS data FROM (
      SELECT data, lead(at) OVER (PARTITION BY kind, key ORDER BY revision) AS replaced_at FROM content_edits
    ) AS edits
    WHERE data IS NOT NULL AND (replaced_at IS NULL OR replaced_at >= ${since.toISOString()}::timestamptz)
    UNION ALL SELECT data::text FROM content_drafts`)
  return rows.map(({ data }) => data)
}

/** Lists the edits of one entry, newest first. */
export function listEditsOf(db: Database, kind: string, key: string, limit: number): Promise<EditRow[]> {
  return db
    .select()
    .from(contentEdits)
    .where(and(eq(contentEdits.kind, kind), eq(contentEdits.key, key)))
    .orderBy(desc(contentEdits.revision))
    .limit(limit)
}

/**
 * Locks all edits until the transaction ends. Edits are written sequentially, so that a process that has read a
 * revision has read all earlier ones.
 */
export async function lockEdits(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('content_edits'))`)
}

/** Inserts an edit. */
export async function insertEdit(
  tx: Database,
  edit: Pick<EditRow, 'kind' | 'key' | 'action' | 'data' | 'actor' | 'at'>,
): Promise<EditRow> {
  const [row] = await tx.insert(contentEdits).values(edit).returning()
  return row!
}

/** Lists the drafts of a type by key. */
export function listDraftsOf(db: Database, kind: string) {
  const { key, data, savedAt } = contentDrafts
  return db.select({ key, data, savedAt }).from(contentDrafts).where(eq(contentDrafts.kind, kind)).orderBy(key)
}

/** Finds the draft of an entry. */
export async function findDraft(db: Database, kind: string, key: string) {
  const [row] = await db
    .select()
    .from(contentDrafts)
    .where(and(eq(contentDrafts.kind, kind), eq(contentDrafts.key, key)))
  return row
}

/** Inserts or replaces a draft. */
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

/** Deletes a draft, if there is one. */
export async function deleteDraft(db: Database, kind: string, key: string): Promise<void> {
  await db.delete(contentDrafts).where(and(eq(contentDrafts.kind, kind), eq(contentDrafts.key, key)))
}
