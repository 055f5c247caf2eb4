import { useSearchParams, Link } from 'react-router'
import { IssueScreen } from './issue-screen.tsx'
import { useState, type ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { useDesk } from '#ui/desk/desk-context.ts'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { isMoving, counted, issueAddress, minuteOf, percent } from './list-words.ts'
import { SchedulePanel } from './schedule-panel.tsx'
import { useFollowing } from './use-following.ts'
import type { IssueListItem } from '#features/issues/contract.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { useIssueActs } from './use-issue-acts.ts'

/** Every issue and what becomes of it; the address may name one. */
export function NewslettersTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <IssueScreen key={id} id={id} /> : <NewsletterList />
}

const issuesPerPage = 50

/** When the next one goes, and every issue there is, the newest first. */
function NewsletterList() {
  const [searchParams] = useSearchParams()
  const page = pageOf(searchParams)
  const { may } = useDesk()
  const list = useDeskData<{ items: IssueListItem[]; total?: number }>(
    page > 1 ? `newsletters?page=${page}` : 'newsletters',
  )
  const schedule = useDeskData<ScheduleView>('schedule')
  // Looked at once a render is enough: the list is asked for again often while something moves.
  const [now] = useState(() => Date.now())
  const items = list.data?.items
  const reload = () => {
    list.reload()
    schedule.reload()
  }
  useFollowing(list.reload, items?.some((item) => isMoving(item, now)) ?? false)

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
            isHeld={schedule.data?.is_held ?? false}
            onChanged={reload}
            empty={
              <EmptyState title="No newsletters yet">
                Create your first newsletter from generated content or from scratch.
              </EmptyState>
            }
          />
          <Pager
            label="Pages of newsletters"
            page={page}
            pageCount={Math.ceil((list.data?.total ?? items.length) / issuesPerPage)}
          />
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

type IssueTableProps = { issues: IssueListItem[]; isHeld: boolean; onChanged(): void; empty: ReactNode }

/** Issues in a list, each with what can be done next. */
function IssueTable({ issues, isHeld, onChanged, empty }: IssueTableProps) {
  const acts = useIssueActs(onChanged)
  const columns: DataColumn<IssueListItem>[] = [
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
    {
      key: 'acts',
      header: 'Actions',
      isUnlabelled: true,
      cell: (issue) => <IssueButtons issue={issue} isHeld={isHeld} acts={acts} />,
    },
  ]
  return (
    <DataTable
      caption="Newsletters, newest first"
      columns={columns}
      rows={issues}
      rowKey={({ id }) => id}
      isMarked={({ status, progress }) => status === 'paused' || (progress?.uncertain ?? 0) > 0}
      empty={empty}
    />
  )
}
