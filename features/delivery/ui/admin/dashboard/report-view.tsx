import { BackLink } from '#ui/back-link.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { IssueReport } from '#features/delivery/contract.ts'
import { RetryButton } from '#ui/admin/retry-button.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { StatList } from './stat-list.tsx'
import { PlotWithTable } from './plot-with-table.tsx'
import { formatDay, formatRate } from './format.ts'
import { countOf, formatCount } from '#shared/count-of.ts'
import { ClassificationBar, ClassificationLegend, notCountedText, unclassifiedText } from './classification-bar.tsx'

/** Engagement report of one issue. */
export function ReportView({ id }: { id: string }) {
  const loaded = useAdminData<IssueReport>(`newsletters/${encodeURIComponent(id)}/report`)
  const { data: report, error } = loaded
  return (
    <>
      <BackLink to="?tab=dashboard">Dashboard</BackLink>
      {report ? (
        <Report report={report} />
      ) : error ? (
        <EmptyState title="Couldn’t load the report" action={<RetryButton loaded={loaded} />}>
          {error}
        </EmptyState>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </>
  )
}

/** Returns how far the sending is that the numbers are about. */
export function reportState({
  status,
  sent_date: sentAt,
  was_started: wasStarted,
}: Pick<IssueReport, 'status' | 'sent_date' | 'was_started'>): string {
  if (status === 'failed' && !wasStarted) return 'Sending was cancelled before it started, so no email was sent.'
  if (status === 'failed') return 'Sending was cancelled. These numbers cover the emails that were sent before that.'
  if (status === 'paused') return 'Sending is paused. The numbers will change when it resumes.'
  return status === 'sent' && sentAt
    ? `Sent on ${formatDay(sentAt)}.`
    : 'Sending has not finished. The numbers will change.'
}

/** Report of one issue; an issue sent without tracking has no opens and clicks. */
export function Report({ report }: { report: IssueReport }) {
  const { id, title, delivered, bounced, complained, left, opens, clicks, open_rate, click_rate, links, hours } = report
  const isTracked = open_rate !== null
  const columns: DataColumn<IssueReport['links'][number]>[] = [
    { key: 'number', header: 'Link', isNumeric: true, cell: ({ number }) => formatCount(number) },
    {
      key: 'url',
      header: 'URL',
      isRowHeader: true,
      cell: ({ url }) => <span className="[overflow-wrap:anywhere]">{url}</span>,
    },
    { key: 'bar', header: 'Clicks', cell: ({ clicks: of }) => <ClassificationBar counts={of} total={delivered} /> },
  ]
  return (
    <>
      <ScreenHeading
        title={title}
        actions={<ButtonLink to={`?tab=newsletters&issue=${id}`}>View recipients</ButtonLink>}
      >
        {reportState(report)}
      </ScreenHeading>
      <StatList
        label="Engagement"
        figures={[
          ['Delivered', formatCount(delivered)],
          ['Open rate', formatRate(open_rate)],
          ['Click rate', formatRate(click_rate)],
          ['Unsubscribed', formatCount(left)],
          ['Bounced or blocked', formatCount(bounced)],
          ['Complaints', formatCount(complained)],
          ['Machine opens', isTracked ? formatCount(opens.machine) : '–'],
          ['Unclassified opens', isTracked ? formatCount(opens.unsure) : '–'],
        ]}
      />
      {isTracked ? (
        <>
          <section aria-labelledby="read-by-whom" className="flex flex-col gap-3 border border-groove p-4 md:p-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
              <h2 id="read-by-whom" className="label text-dust">
                Human and machine activity
              </h2>
              <ClassificationLegend />
            </div>
            <p className="text-small text-dust">{`${unclassifiedText} ${notCountedText}`}</p>
            <dl className="grid gap-4 md:grid-cols-2">
              <div>
                <dt className="text-small">Opens</dt>
                <dd>
                  <ClassificationBar counts={opens} total={delivered} />
                </dd>
              </div>
              <div>
                <dt className="text-small">Clicks</dt>
                <dd>
                  <ClassificationBar counts={clicks} total={delivered} />
                </dd>
              </div>
            </dl>
          </section>
          <HoursPlot hours={hours} />
          {links.length > 0 ? (
            <section aria-label="Links">
              <DataTable
                caption="Links"
                isCaptionShown
                columns={columns}
                rows={links}
                rowKey={({ number }) => String(number)}
                empty={null}
              />
            </section>
          ) : null}
        </>
      ) : (
        <p>Opens and clicks were not tracked for this issue.</p>
      )}
    </>
  )
}

// The axis counts hours; the chart needs seconds.
const hourSeconds = 3600
const nameHour = (seconds: number) => `${Math.round(seconds / hourSeconds)} h`

function HoursPlot({ hours }: { hours: IssueReport['hours'] }) {
  const first = hours.slice(0, 24).reduce((sum, { opens }) => sum + opens, 0)
  const all = hours.reduce((sum, { opens }) => sum + opens, 0)
  return (
    <PlotWithTable
      title="Opens and clicks by hour after sending"
      summary={
        all === 0
          ? 'No opens by people yet.'
          : `${formatCount(first)} of ${countOf(all, 'open')} by people came within the first day.`
      }
      at={hours.map(({ hour }) => hour * hourSeconds)}
      name={nameHour}
      series={[
        { name: 'Opens', values: hours.map(({ opens }) => opens), shape: 'bars' },
        { name: 'Clicks', values: hours.map(({ clicks }) => clicks), shape: 'line' },
      ]}
      columns={['Hour', 'Opens', 'Clicks']}
      rows={hours
        .filter(({ opens, clicks }) => opens > 0 || clicks > 0)
        .map(({ hour, opens, clicks }) => [`${hour} h`, formatCount(opens), formatCount(clicks)])}
    />
  )
}
