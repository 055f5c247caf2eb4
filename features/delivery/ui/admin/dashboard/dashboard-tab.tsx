import { useSearchParams, Link } from 'react-router'
import { ReportView } from './report-view.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '#features/delivery/contract.ts'
import { issueStatusLabel } from '#features/issues/contract.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { AnalyticsSection } from './analytics-section.tsx'
import { StatList } from './stat-list.tsx'
import { formatPercent, formatDay } from './format.ts'
import { useErrorLog } from './use-error-log.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { formatCount } from '#shared/count-of.ts'

type Recent = Dashboard['recent_newsletters'][number]

const columns: DataColumn<Recent>[] = [
  {
    key: 'title',
    header: 'Title',
    isRowHeader: true,
    cell: ({ id, title, status }) => (
      <Link to={placeOf(id, status)} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
        {title}
      </Link>
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <Tag>{issueStatusLabel(status)}</Tag> },
  { key: 'sent', header: 'Sent', isNumeric: true, cell: ({ sent_date }) => formatDay(sent_date) },
  {
    key: 'recipients',
    header: 'Recipients',
    isNumeric: true,
    cell: ({ subscriber_count: count, sent_count: sent }) =>
      sent === null ? formatCount(count) : `${formatCount(sent)} of ${formatCount(count)}`,
  },
]

/** Table of the newest issues. */
function RecentTable({ issues }: { issues: Recent[] }) {
  const { may } = useAdmin()
  return (
    <section aria-label="Recent newsletters">
      <DataTable
        caption="Recent newsletters"
        isCaptionShown
        columns={columns}
        rows={issues}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="No newsletters yet"
            action={may('editor') ? <ButtonLink to="?tab=create">Create Newsletter</ButtonLink> : undefined}
          >
            {may('editor')
              ? 'Your first newsletter appears here once you create it, and its engagement once it is sent.'
              : 'Newsletters that the editors create appear here, with their engagement once they are sent.'}
          </EmptyState>
        }
      />
    </section>
  )
}

// Returns the admin link of an issue: a sent issue has a report, others have their own screen.
function placeOf(id: string, status: Recent['status']): string {
  return status === 'sent' || status === 'sending' ? `?tab=dashboard&issue=${id}` : `?tab=newsletters&issue=${id}`
}

/** Totals and averages; the averages are dashes with a reason before any issue is part of them. */
export function Totals({ of }: { of: Dashboard }) {
  const isAveraged = of.averaged_newsletters > 0
  return (
    <div className="flex flex-col gap-3">
      <StatList
        label="Totals and averages"
        figures={[
          ['Total newsletters', formatCount(of.total_newsletters)],
          ['Total subscribers', formatCount(of.total_subscribers)],
          ['Average open rate', isAveraged ? formatPercent(of.average_open_rate) : '–'],
          ['Average click rate', isAveraged ? formatPercent(of.average_click_rate) : '–'],
        ]}
      />
      {isAveraged ? null : (
        <p className="text-small text-dust">
          Averages appear after a newsletter is sent with open and click tracking on.
        </p>
      )}
    </div>
  )
}

/** Dashboard with totals, averages and engagement; with `?issue=` the report of one issue. */
export function DashboardTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <ReportView key={id} id={id} /> : <DashboardView />
}

/** Overview of the newsletter. */
function DashboardView() {
  const { reloadTab } = useAdmin()
  const { data, error, isLoading, reload } = useAdminData<Dashboard>('dashboard')
  useErrorLog(error)
  useTabReload(reload)
  return (
    <>
      <ScreenHeading
        title="Dashboard"
        actions={data ? <Button onClick={reloadTab}>{isLoading ? 'Refreshing…' : 'Refresh'}</Button> : undefined}
      >
        Opens and clicks are estimates. Rates count only those classified as human, and email apps that block images
        report no opens.
      </ScreenHeading>
      {data ? (
        <>
          <Totals of={data} />
          <RecentTable issues={data.recent_newsletters} />
          <AnalyticsSection />
        </>
      ) : error ? (
        <EmptyState title="Couldn’t load the dashboard" action={<Button onClick={reload}>Try again</Button>}>
          Sending and tracking do not depend on the dashboard.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-8" aria-busy="true">
          <Skeleton className="h-50 w-full md:h-25" />
          <Skeleton className="h-80 w-full" />
          <Skeleton className="h-80 w-full" />
        </div>
      )}
    </>
  )
}
