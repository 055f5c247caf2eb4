import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Analytics } from '#features/delivery/contract.ts'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { PlotWithTable } from './plot-with-table.tsx'
import { counted, dayWords, rateWords } from './reading-words.ts'
import { useLogged } from './use-logged.ts'
import { Link } from 'react-router'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { VerdictBar, VerdictLegend } from './verdict-bar.tsx'

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
        <span className="figures text-label text-dust">{dayWords(sent_date)}</span>
      </span>
    ),
  },
  { key: 'delivered', header: 'Delivered', isNumeric: true, cell: ({ delivered }) => counted(delivered) },
  { key: 'opens', header: 'Opens', cell: ({ opens, delivered }) => <VerdictBar counts={opens} total={delivered} /> },
  { key: 'open-rate', header: 'Open rate', isNumeric: true, cell: ({ open_rate }) => rateWords(open_rate) },
  {
    key: 'clicks',
    header: 'Clicks',
    cell: ({ clicks, delivered }) => <VerdictBar counts={clicks} total={delivered} />,
  },
  { key: 'click-rate', header: 'Click rate', isNumeric: true, cell: ({ click_rate }) => rateWords(click_rate) },
]

/** The last letters side by side, people and machines apart. */
function IssuesPlot({ issues }: { issues: Issue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-labelledby="read-by-issue" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="read-by-issue" className="label text-dust">
          Engagement by issue
        </h2>
        <VerdictLegend />
      </div>
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

/** How the list grew, and when and which letters were read. */
export function AnalyticsSection() {
  const { data, error, reload } = useDeskData<Analytics>('analytics')
  useLogged(error)
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
          summary={`${counted(first?.subscribers ?? 0)} subscribers 90 days ago, ${counted(last?.subscribers ?? 0)} today.`}
          at={days(data.growth)}
          series={[{ name: 'Subscribers', values: data.growth.map(({ subscribers }) => subscribers), shape: 'area' }]}
          columns={['Day', 'Subscribers', 'Joined', 'Left']}
          rows={data.growth
            .filter(({ joined, left }, index) => joined > 0 || left > 0 || index === data.growth.length - 1)
            .toReversed()
            .map(({ day, subscribers, joined, left }) => [day, counted(subscribers), counted(joined), counted(left)])}
        />
        <PlotWithTable
          title="Opens and clicks"
          summary={`${counted(sums.opens)} first opens and ${counted(sums.clicks)} first clicks by people in the last 90 days.`}
          at={days(data.reading)}
          series={[
            { name: 'Opens', values: data.reading.map(({ opens }) => opens), shape: 'bars' },
            { name: 'Clicks', values: data.reading.map(({ clicks }) => clicks), shape: 'line' },
          ]}
          columns={['Day', 'Opens', 'Clicks']}
          rows={data.reading
            .filter(({ opens, clicks }) => opens > 0 || clicks > 0)
            .toReversed()
            .map(({ day, opens, clicks }) => [day, counted(opens), counted(clicks)])}
        />
      </div>
      <IssuesPlot issues={data.issues} />
    </>
  )
}
