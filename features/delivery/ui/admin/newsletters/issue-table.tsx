import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { IssueLine } from '#features/issues/contract.ts'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { counted, issueAddress, minuteOf, percent } from './list-words.ts'
import { useIssueActs } from './use-issue-acts.ts'

type IssueTableProps = { issues: IssueLine[]; isHeld: boolean; onChanged(): void; empty: ReactNode }

/** Issues in a list, each with what can be done next. */
export function IssueTable({ issues, isHeld, onChanged, empty }: IssueTableProps) {
  const acts = useIssueActs(onChanged)
  const columns: DataColumn<IssueLine>[] = [
    {
      key: 'title',
      header: 'Title',
      isRowHeader: true,
      cell: ({ id, title, kind }) => (
        <div className="xl:min-w-56">
          <Link
            to={issueAddress(id)}
            className="-my-2 inline-flex min-h-11 items-center underline decoration-groove underline-offset-4 [overflow-wrap:anywhere] hover:decoration-sand"
          >
            {title}
          </Link>
          {kind === 'digest' ? <span className="label block text-dust">Monthly digest</span> : null}
        </div>
      ),
    },
    { key: 'status', header: 'Status', cell: (issue) => <IssueStatusCell issue={issue} isHeld={isHeld} /> },
    { key: 'recipients', header: 'Recipients', isNumeric: true, cell: ({ subscriber_count: count }) => counted(count) },
    {
      key: 'read',
      header: 'Opened / clicked',
      isNumeric: true,
      cell: ({ open_rate: opens, click_rate: clicks }) =>
        opens === null || clicks === null ? '–' : `${percent(opens)} / ${percent(clicks)}`,
    },
    {
      key: 'created',
      header: 'Created (UTC)',
      isNumeric: true,
      cell: ({ created_at: at }) => <time dateTime={at}>{minuteOf(at)}</time>,
    },
    { key: 'acts', header: 'What to do', isUnlabelled: true, cell: (issue) => <IssueButtons issue={issue} isHeld={isHeld} acts={acts} /> },
  ]
  return (
    <DataTable
      caption="Newsletters, the newest first"
      columns={columns}
      rows={issues}
      rowKey={({ id }) => id}
      isMarked={({ status, progress }) => status === 'paused' || (progress?.uncertain ?? 0) > 0}
      empty={empty}
    />
  )
}
