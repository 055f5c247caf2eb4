import type { IssueListRow, IssueRow } from './queries.ts'
import type { IssueDetail, IssueListItem, Progress } from '#features/issues/contract.ts'

/** Values of other features in an issue's list entry. */
type IssueContext = {
  progress: Progress | undefined
  counts: { delivered: number; opens: { human: number }; clicks: { human: number } } | undefined
  audience: number
}

/** Returns whether the recipients are not fixed yet; an issue that was paused before it started counts too. */
export function isBeforeSending({ status, startedAt }: Pick<IssueListRow, 'status' | 'startedAt'>): boolean {
  return status === 'draft' || status === 'scheduled' || (status === 'paused' && startedAt === null)
}

/** Converts an issue to an entry of the admin's list. */
export function toListItem(row: IssueListRow, { progress, counts, audience }: IssueContext, now: Date): IssueListItem {
  const rate = (count: number) => (counts && counts.delivered > 0 ? count / counts.delivered : 0)
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    kind: row.kind,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    sent_date: row.sentAt?.toISOString() ?? null,
    subscriber_count: isBeforeSending(row) ? audience : row.planned,
    due_at: row.dueAt?.toISOString() ?? null,
    is_undoable: row.status === 'scheduled' && row.dueAt !== null && row.dueAt > now,
    reason: row.reason,
    progress: progress ?? null,
    open_rate: row.sentAt && row.isCounted ? rate(counts?.opens.human ?? 0) : null,
    click_rate: row.sentAt && row.isCounted ? rate(counts?.clicks.human ?? 0) : null,
  }
}

/** Converts an issue to its details in the admin. */
export function detailOf(row: IssueRow, around: IssueContext, now: Date): IssueDetail {
  const { content, version, check, createdBy } = row
  return { ...toListItem(row, around, now), content, version, check, created_by: createdBy }
}
