import { countOf, formatCount } from '#shared/count-of.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Analytics } from '#features/delivery/contract.ts'
import { useTabReload } from '#ui/admin/admin-context.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { PlotWithTable } from './plot-with-table.tsx'
import { formatDay, formatRate } from './format.ts'
import { useErrorLog } from './use-error-log.ts'
import { Link } from 'react-router'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { ClassificationBar, ClassificationLegend, notCountedText, unclassifiedText } from './classification-bar.tsx'

type Issue = Analytics['issues'][number]

const columns: DataColumn<Issue>[] = [
  {
    key: 'title',
    header: 'Newsletter',
    isRowHeader: true,
    cell: ({ id, title, sent_date }) => (
      <span className="flex flex-col">
        <Link
          to={`?tab=dashboard&issue=${id}`}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <span className="figures text-label text-dust">{formatDay(sent_date)}</span>
      </span>
    ),
  },
  { key: 'delivered', header: 'Delivered', isNumeric: true, cell: ({ delivered }) => formatCount(delivered) },
  {
    key: 'opens',
    header: 'Opens',
    cell: ({ opens, delivered, open_rate }) =>
      open_rate === null ? '–' : <ClassificationBar counts={opens} total={delivered} />,
  },
  { key: 'open-rate', header: 'Open rate', isNumeric: true, cell: ({ open_rate }) => formatRate(open_rate) },
  {
    key: 'clicks',
    header: 'Clicks',
    cell: ({ clicks, delivered, click_rate }) =>
      click_rate === null ? '–' : <ClassificationBar counts={clicks} total={delivered} />,
  },
  { key: 'click-rate', header: 'Click rate', isNumeric: true, cell: ({ click_rate }) => formatRate(click_rate) },
]

/** Recent issues side by side, with human and machine activity separated. */
export function IssuesPlot({ issues }: { issues: Issue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-labelledby="read-by-issue" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="read-by-issue" className="label text-dust">
          Engagement by issue
        </h2>
        <ClassificationLegend />
      </div>
      <p className="text-small text-dust">{`${unclassifiedText} ${notCountedText}`}</p>
      <DataTable
        caption="Engagement of recent newsletters"
        columns={columns}
        rows={issues}
        rowKey={({ id }) => id}
        empty={null}
      />
    </section>
  )
}

/** Charts of subscriber growth and engagement. */
export function AnalyticsSection() {
  const { data, error, reload } = useAdminData<Analytics>('analytics')
  useErrorLog(error)
  useTabReload(reload)
  if (error && !data)
    return (
      <EmptyState title="Couldn’t load analytics" action={<Button onClick={reload}>Try again</Button>}>
        Subscriber growth and engagement are not available right now.
      </EmptyState>
    )
  if (!data) return <Skeleton className="h-80 w-full" />
  const days = (lines: { day: string }[]) => lines.map(({ day }) => Date.parse(day) / 1000)
  const [first, last] = [data.growth[0], data.growth.at(-1)]
  const sums = data.reading.reduce(
    (sum, { opens, clicks }) => ({ opens: sum.opens + opens, clicks: sum.clicks + clicks }),
    {
      opens: 0,
      clicks: 0,
    },
  )
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        <PlotWithTable
          title="Subscribers"
          summary={`${countOf(first?.subscribers ?? 0, 'subscriber')} 90 days ago, ${formatCount(last?.subscribers ?? 0)} today.`}
          at={days(data.growth)}
          series={[{ name: 'Subscribers', values: data.growth.map(({ subscribers }) => subscribers), shape: 'area' }]}
          columns={['Day', 'Subscribers', 'Joined', 'Left']}
          rows={data.growth
            .filter(({ joined, left }, index) => joined > 0 || left > 0 || index === data.growth.length - 1)
            .toReversed()
            .map(({ day, subscribers, joined, left }) => [
              day,
              formatCount(subscribers),
              formatCount(joined),
              formatCount(left),
            ])}
        />
        <PlotWithTable
          title="Opens and clicks"
          summary={`${countOf(sums.opens, 'open')} and ${countOf(sums.clicks, 'click')} by people in the last 90 days, counted once per person and issue.`}
          at={days(data.reading)}
          series={[
            { name: 'Opens', values: data.reading.map(({ opens }) => opens), shape: 'bars' },
            { name: 'Clicks', values: data.reading.map(({ clicks }) => clicks), shape: 'line' },
          ]}
          columns={['Day', 'Opens', 'Clicks']}
          rows={data.reading
            .filter(({ opens, clicks }) => opens > 0 || clicks > 0)
            .toReversed()
            .map(({ day, opens, clicks }) => [day, formatCount(opens), formatCount(clicks)])}
        />
      </div>
      <IssuesPlot issues={data.issues} />
    </>
  )
}
