import { useSearchParams, Link } from 'react-router'
import { ReportView } from './report-view.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '#features/delivery/contract.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { AnalyticsSection } from './analytics-section.tsx'
import { Figures } from './figures.tsx'
import { counted, percent, dayWords } from './reading-words.ts'
import { useLogged } from './use-logged.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { useAdmin } from '#ui/admin/admin-context.ts'

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
  { key: 'status', header: 'Status', cell: ({ status }) => <Tag>{status}</Tag> },
  { key: 'sent', header: 'Sent', isNumeric: true, cell: ({ sent_date }) => dayWords(sent_date) },
  {
    key: 'subscribers',
    header: 'Subscribers',
    isNumeric: true,
    cell: ({ subscriber_count }) => counted(subscriber_count),
  },
]

/** The newest issues, whatever became of them. */
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
            title="No newsletter yet"
            action={may('editor') ? <ButtonLink to="?tab=create">Create Newsletter</ButtonLink> : undefined}
          >
            The first one stands here as soon as it is written, and its readers as soon as it is sent.
          </EmptyState>
        }
      />
    </section>
  )
}

// What was sent has readers, anything else has a place where it is worked on.
function placeOf(id: string, status: Recent['status']): string {
  return status === 'sent' || status === 'sending' ? `?tab=dashboard&issue=${id}` : `?tab=newsletters&issue=${id}`
}

/** Totals, averages and how the letters were read; with `?issue=` how one of them was. */
export function DashboardTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <ReportView key={id} id={id} /> : <DashboardView />
}

/** The whole letter at a glance. */
function DashboardView() {
  const { data, error, isLoading, reload } = useAdminData<Dashboard>('dashboard')
  useLogged(error)
  return (
    <>
      <ScreenHeading
        title="Dashboard"
        actions={data ? <Button onClick={reload}>{isLoading ? 'Reading…' : 'Read again'}</Button> : undefined}
      >
        Opens and clicks are estimates: they count people alone, and a mailbox that shows no pictures tells nothing.
      </ScreenHeading>
      {data ? (
        <>
          <Figures
            label="Totals and averages"
            figures={[
              ['Total newsletters', counted(data.total_newsletters)],
              ['Total subscribers', counted(data.total_subscribers)],
              ['Average open rate', percent(data.average_open_rate)],
              ['Average click rate', percent(data.average_click_rate)],
            ]}
          />
          <RecentTable issues={data.recent_newsletters} />
          <AnalyticsSection />
        </>
      ) : error ? (
        <EmptyState title="No figures just now" action={<Button onClick={reload}>Try again</Button>}>
          The totals could not be read. Nothing is lost: letters go out and are counted without this page.
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
