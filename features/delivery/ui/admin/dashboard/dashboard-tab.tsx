import { useSearchParams } from 'react-router'
import { ReportView } from './report-view.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '#features/delivery/contract.ts'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { AnalyticsSection } from './analytics-section.tsx'
import { Figures } from './figures.tsx'
import { counted, percent } from './reading-words.ts'
import { RecentTable } from './recent-table.tsx'
import { useLogged } from './use-logged.ts'

/** Totals, averages and how the letters were read; with `?issue=` how one of them was. */
export function DashboardTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <ReportView key={id} id={id} /> : <DashboardView />
}

/** The whole letter at a glance. */
function DashboardView() {
  const { data, error, isLoading, reload } = useDeskData<Dashboard>('dashboard')
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
