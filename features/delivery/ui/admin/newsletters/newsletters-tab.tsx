import { useSearchParams, Link } from 'react-router'
import { IssueScreen } from './issue-screen.tsx'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { changesFrom, issueAdminPath, formatMinute, formatPercent } from './format-issue.ts'
import { SchedulePanel } from './schedule-panel.tsx'
import { usePolling } from './use-polling.ts'
import type { IssueList, IssueListItem } from '#features/issues/contract.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { IssueButtons, type LoadedSchedule } from './issue-buttons.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { useIssueActions } from './use-issue-actions.ts'
import { formatCount } from '#shared/count-of.ts'

/** Tab with all issues, or one of them by `?issue=`. */
export function NewslettersTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <IssueScreen key={id} id={id} /> : <NewsletterList />
}

/** List of all issues, newest first, with the next send. */
function NewsletterList() {
  const [searchParams] = useSearchParams()
  const page = pageOf(searchParams)
  const { may } = useAdmin()
  const list = useAdminData<IssueList>(page > 1 ? `newsletters?page=${page}` : 'newsletters')
  const schedule = useAdminData<ScheduleView>('schedule')
  const items = list.data?.items
  const reload = () => {
    list.reload()
    schedule.reload()
  }
  useTabReload(reload)
  usePolling(list.reload, Math.min(...(items ?? []).map(changesFrom)))
  // An issue that is being sent is no longer the next one.
  usePolling(schedule.reload, Infinity)

  return (
    <>
      <ScreenHeading
        title="Newsletters"
        actions={may('editor') ? <ButtonLink to="?tab=create">Create Newsletter</ButtonLink> : undefined}
      />
      <SchedulePanel schedule={schedule.data} error={schedule.error} />
      {items ? (
        <>
          {list.error ? (
            <FieldError>{`Failed to load newsletters. This list may be out of date. ${list.error}`}</FieldError>
          ) : null}
          <IssueTable
            issues={items}
            schedule={schedule}
            onChanged={reload}
            empty={
              <EmptyState title="No newsletters yet">
                {may('editor')
                  ? 'Create your first newsletter from generated content or from scratch.'
                  : 'Newsletters that the editors create appear here.'}
              </EmptyState>
            }
          />
          {list.data ? (
            <Pager label="Pages of newsletters" page={list.data.page} pageCount={list.data.page_count} />
          ) : null}
        </>
      ) : list.error ? (
        <div role="alert">
          <EmptyState title="Failed to load newsletters" action={<Button onClick={reload}>Try again</Button>}>
            {list.error}
          </EmptyState>
        </div>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-72" />
        </div>
      )}
    </>
  )
}

type IssueTableProps = {
  issues: IssueListItem[]
  schedule: LoadedSchedule
  onChanged(): void
  empty: ReactNode
}

/** Table of issues with their actions. */
function IssueTable({ issues, schedule, onChanged, empty }: IssueTableProps) {
  const isPaused = schedule.data?.is_held ?? false
  const actions = useIssueActions(onChanged)
  const columns: DataColumn<IssueListItem>[] = [
    {
      key: 'title',
      header: 'Title',
      isRowHeader: true,
      cell: ({ id, title, kind }) => (
        <div className="xl:min-w-56">
          <Link
            to={issueAdminPath(id)}
            className="-my-2 inline-flex min-h-11 items-center underline decoration-groove underline-offset-4 [overflow-wrap:anywhere] hover:decoration-sand"
          >
            {title}
          </Link>
          {kind === 'digest' ? <span className="label block text-dust">Monthly digest</span> : null}
        </div>
      ),
    },
    { key: 'status', header: 'Status', cell: (issue) => <IssueStatusCell issue={issue} isPaused={isPaused} /> },
    {
      key: 'recipients',
      header: 'Recipients',
      isNumeric: true,
      cell: ({ status, subscriber_count: count, progress }) =>
        status === 'failed' && progress ? `${formatCount(progress.sent)} of ${formatCount(count)}` : formatCount(count),
    },
    {
      key: 'read',
      header: 'Opened / clicked',
      isNumeric: true,
      cell: ({ open_rate: opens, click_rate: clicks }) =>
        opens === null || clicks === null ? '–' : `${formatPercent(opens)} / ${formatPercent(clicks)}`,
    },
    {
      key: 'created',
      header: 'Created (UTC)',
      isNumeric: true,
      cell: ({ created_at: at }) => <time dateTime={at}>{formatMinute(at)}</time>,
    },
    {
      key: 'actions',
      header: 'Actions',
      isUnlabelled: true,
      cell: (issue) => <IssueButtons issue={issue} schedule={schedule} actions={actions} />,
    },
  ]
  return (
    <DataTable
      caption="Newsletters, newest first"
      columns={columns}
      rows={issues}
      rowKey={({ id }) => id}
      isHighlighted={({ status, progress }) => status === 'paused' || (progress?.uncertain ?? 0) > 0}
      empty={empty}
    />
  )
}
