import { and, count, desc, eq, like, or, sql } from 'drizzle-orm'
import type { IssueCheck } from '#features/issues/contract.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { subscribers, suppressions } from '#features/subscribers/server/tables.ts'
import { issues } from './tables.ts'

/** An issue with all its columns. */
export type IssueRow = typeof issues.$inferSelect
type NewIssue = Pick<IssueRow, 'slug' | 'title' | 'content' | 'kind' | 'slot' | 'createdBy' | 'createdAt'>

const listColumns = {
  id: issues.id,
  slug: issues.slug,
  kind: issues.kind,
  title: issues.title,
  status: issues.status,
  version: issues.version,
  slot: issues.slot,
  dueAt: issues.dueAt,
  reason: issues.reason,
  candidates: issues.candidates,
  planned: issues.planned,
  createdBy: issues.createdBy,
  createdAt: issues.createdAt,
  updatedAt: issues.updatedAt,
  startedAt: issues.startedAt,
  sentAt: issues.sentAt,
  cancelledAt: issues.cancelledAt,
  blocksResolvedAt: issues.blocksResolvedAt,
  isCounted: issues.isCounted,
}

/** Lists the texts of issues that may contain an uploaded image or a logo, including those of sent emails. */
export async function listImageTexts(db: Executor): Promise<string[]> {
  const text = sql<string>`${issues.content}::text || coalesce(${issues.written}::text, '')`
  const rows = await db
    .select({ text })
    .from(issues)
    .where(or(like(text, '%/media/images/%'), like(text, '%/identity/%')))
  return rows.map((row) => row.text)
}

/** An issue without its content, for lists. */
export type IssueListRow = Omit<IssueRow, 'content' | 'written' | 'check'>

/** @returns undefined when the slug or the slot is taken. */
export async function insertIssue(db: Executor, issue: NewIssue): Promise<IssueRow | undefined> {
  const [row] = await db
    .insert(issues)
    .values({ ...issue, updatedAt: issue.createdAt })
    .onConflictDoNothing()
    .returning()
  return row
}

export async function findIssue(db: Executor, id: string): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(issues).where(eq(issues.id, id))
  return row
}

export async function listIssueRows(db: Executor, limit: number, offset: number): Promise<IssueListRow[]> {
  return db.select(listColumns).from(issues).orderBy(desc(issues.createdAt), issues.id).limit(limit).offset(offset)
}

export async function countIssues(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(issues)
  return row?.total ?? 0
}

/** Lists slugs that conflict with a new one. */
export async function listSlugsLike(db: Executor, base: string): Promise<string[]> {
  const rows = await db
    .select({ slug: issues.slug })
    .from(issues)
    .where(or(eq(issues.slug, base), like(issues.slug, `${base}-%`)))
  return rows.map(({ slug }) => slug)
}

/** @returns undefined when it is no longer a draft, or another version was saved in the meantime. */
export async function updateDraft(
  db: Executor,
  id: string,
  version: number | undefined,
  change: Pick<IssueRow, 'title' | 'slug' | 'content' | 'updatedAt'>,
): Promise<IssueRow | undefined> {
  const [row] = await db
    .update(issues)
    .set({ ...change, check: null, version: sql`${issues.version} + 1` })
    .where(
      and(
        eq(issues.id, id),
        eq(issues.status, 'draft'),
        version === undefined ? undefined : eq(issues.version, version),
      ),
    )
    .returning()
  return row
}

/** @returns false when it is not a draft. */
export async function deleteDraft(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .delete(issues)
    .where(and(eq(issues.id, id), eq(issues.status, 'draft')))
    .returning({ id: issues.id })
  return rows.length > 0
}

/** Saves the result of a check, unless the issue was changed in the meantime. */
export async function updateCheck(db: Executor, id: string, check: IssueCheck): Promise<void> {
  await db
    .update(issues)
    .set({ check })
    .where(and(eq(issues.id, id), eq(issues.version, check.version)))
}

/** @param emailHash Hash of the address in lower case. */
export async function isSuppressed(db: Executor, emailHash: string): Promise<boolean> {
  const rows = await db
    .select({ reason: suppressions.reason })
    .from(suppressions)
    .where(eq(suppressions.emailHash, emailHash))
  return rows.length > 0
}

/** Returns the person who is subscribed with an address; undefined when there is none. */
export async function findSubscribedByEmail(
  db: Executor,
  email: string,
): Promise<{ id: string; firstName: string } | undefined> {
  const [row] = await db
    .select({ id: subscribers.id, firstName: subscribers.firstName })
    .from(subscribers)
    .where(and(eq(subscribers.email, email), eq(subscribers.status, 'subscribed')))
  return row
}
