import { Link } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { ButtonAnchor } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import {
  pageRankingLength,
  rankingLength,
  reportLengthOf,
  reportLengths,
  type StatisticsDay,
  type StatisticsReport,
  statisticsCsvPath,
} from '#features/statistics/contract.ts'
import { DayChart } from './day-chart.tsx'
import { formatDay, formatHours } from './format-day.ts'
import { Ranking } from './ranking.tsx'
import type { Route } from './+types/statistics-page.ts'
import { formatCount } from '#shared/count-of.ts'
import { formatUsd } from '#shared/money.ts'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Statistics')

export async function loader({ request, context }: Route.LoaderArgs) {
  const length = reportLengthOf(new URL(request.url).searchParams)
  return { length, report: await context.get(servicesContext).statistics.report(length) }
}

type Series = {
  key: Exclude<keyof StatisticsDay, 'day' | 'orders'>
  title: string
  format: (value: number) => string
}

const series: Series[] = [
  { key: 'views', title: 'Page views', format: formatCount },
  { key: 'listeningMinutes', title: 'Listening hours', format: formatHours },
  { key: 'plays', title: 'Recordings played', format: formatCount },
  { key: 'reads', title: 'Book pages read', format: formatCount },
  { key: 'revenueCents', title: 'Revenue', format: formatUsd },
  { key: 'signUps', title: 'Newsletter sign-ups', format: formatCount },
]

const dayColumnsOf = (report: StatisticsReport): DataColumn<StatisticsDay>[] => [
  { key: 'day', header: 'Day (UTC)', isRowHeader: true, isShort: true, cell: ({ day }) => formatDay(day) },
  ...series.map(({ key, title, format }): DataColumn<StatisticsDay> => ({
    key,
    header: key === 'revenueCents' ? withTestOrders(title, report) : title,
    isNumeric: true,
    cell: (day) => format(day[key]),
  })),
  {
    key: 'orders',
    header: withTestOrders('Orders', report),
    isNumeric: true,
    cell: ({ orders }) => formatCount(orders),
  },
]

/** Returns the title of a number of orders or their revenue, which may include test orders. */
const withTestOrders = (title: string, { testOrders }: StatisticsReport) =>
  testOrders > 0 ? `${title} (including test orders)` : title

/** Statistics of the site: charts by day, and rankings of views, plays, reads and sales. */
export default function StatisticsPage({ loaderData: { length, report } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeading
        title="Statistics"
        actions={
          <ButtonAnchor href={`${statisticsCsvPath}?days=${length}`} download>
            Download as CSV
          </ButtonAnchor>
        }
      >
        Counted by day (UTC), without cookies or personal data. Crawlers, preloaded pages and your own visits are left
        out. New counts appear within half a minute.
      </ScreenHeading>
      <LengthLinks current={length} />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {series.map(({ key, title, format }) => (
          <DayChart
            key={key}
            title={key === 'revenueCents' ? withTestOrders(title, report) : title}
            values={report.days.map((day) => ({ day: day.day, value: day[key] }))}
            format={format}
          />
        ))}
      </div>
      <ListenersByHour hours={report.listenersByHour} />
      <Rankings report={report} />
      <details className="border-t border-groove">
        <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
          All days as a table
        </summary>
        <DataTable
          caption="Statistics by day, newest first"
          columns={dayColumnsOf(report)}
          rows={report.days.toReversed()}
          rowKey={({ day }) => day}
          empty={null}
        />
      </details>
    </>
  )
}

function LengthLinks({ current }: { current: number }) {
  return (
    <nav aria-label="Period" className="grid grid-cols-4 gap-2 sm:flex">
      {reportLengths.map((days) => (
        <Link
          key={days}
          to={`?days=${days}`}
          preventScrollReset
          aria-current={days === current ? 'page' : undefined}
          className={classNames(
            'label inline-flex min-h-11 items-center justify-center border px-1 text-center sm:px-4',
            days === current ? 'border-live text-live' : 'border-groove text-dust hover:text-sand',
          )}
        >
          {days === 365 ? '1 year' : `${days} days`}
        </Link>
      ))}
    </nav>
  )
}

type Hour = { hour: number; listeners: number }

const hourColumns: DataColumn<Hour>[] = [
  {
    key: 'hour',
    header: 'Hour (UTC)',
    isRowHeader: true,
    isShort: true,
    cell: ({ hour }) => `${String(hour).padStart(2, '0')}:00`,
  },
  {
    key: 'listeners',
    header: 'Average listeners',
    isNumeric: true,
    cell: ({ listeners }) => listeners.toLocaleString('en-US', { maximumFractionDigits: 1 }),
  },
]

function ListenersByHour({ hours }: { hours: readonly number[] }) {
  const listenedHours = hours.map((listeners, hour) => ({ hour, listeners })).filter(({ listeners }) => listeners > 0)
  return (
    <SettingsSection
      id="listeners"
      title="Listeners by hour"
      lead="Average number of listeners in each hour of the day, UTC. Hours without listeners are left out."
    >
      <DataTable
        caption="Listeners by hour"
        columns={hourColumns}
        rows={listenedHours}
        rowKey={({ hour }) => String(hour)}
        empty={<p className="measure text-dust">No listeners in this period.</p>}
      />
    </SettingsSection>
  )
}

function Rankings({ report }: { report: StatisticsReport }) {
  return (
    <>
      <Ranking
        id="pages"
        title="Pages"
        lead={`Pages that were shown for at least a second and a half. The English and Spanish versions of a page count as one. Up to ${rankingLength} pages.`}
        item="Page"
        count="Views"
        rows={report.pages}
        empty="No page views in this period."
      />
      <Ranking
        id="sources"
        title="Sources"
        lead={`Sites that visits came from. Visits without a source are direct: typed, bookmarked, or opened from an app. Up to ${rankingLength} sites.`}
        item="Site"
        count="Visits"
        rows={report.sources}
        empty="No visits in this period."
      />
      <Ranking
        id="campaigns"
        title="Campaigns"
        lead={`Visits from links with utm_source, utm_medium or utm_campaign, such as those in newsletters. Up to ${rankingLength} campaigns.`}
        item="Source / medium / campaign"
        count="Visits"
        rows={report.campaigns}
        empty="No visits from campaign links in this period."
      />
      <Ranking
        id="plays"
        title="Recordings"
        lead={`Tracks, chapters and previews that visitors started. Plays of a recording by one visitor within half an hour count once. Up to ${rankingLength} recordings.`}
        item="Recording"
        count="Plays"
        rows={report.plays}
        empty="No recordings were played in this period."
      />
      <Ranking
        id="airplay"
        title="Played on air"
        lead={`Recordings that the built-in station played. Up to ${rankingLength} recordings.`}
        item="Recording"
        count="Plays"
        rows={report.airplay}
        empty="The built-in station played nothing in this period."
      />
      <Ranking
        id="books"
        title="Books"
        lead={`Book pages that readers loaded, including the next page, which loads in advance. Pages read offline are not counted. Up to ${rankingLength} books.`}
        item="Book"
        count="Pages"
        rows={report.books}
        empty="No books were read in this period."
      />
      {report.bookPages.length > 0 ? (
        <details className="-mt-4 border-t border-groove">
          <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
            Most-read pages
          </summary>
          <Ranking
            id="book-pages"
            title="Most-read pages"
            lead={`Up to ${pageRankingLength} pages. The CSV file lists all of them.`}
            item="Page"
            count="Loaded"
            rows={report.bookPages}
            empty=""
          />
        </details>
      ) : null}
      <Ranking
        id="sales"
        title="Sales"
        lead={`Paid orders by payment date${report.testOrders > 0 ? ', including test orders, for which no real money was charged' : ''}. Refunds are not subtracted.`}
        item="Book"
        count="Orders"
        rows={report.sales}
        empty="No paid orders in this period."
        more={[
          {
            key: 'revenue',
            header: 'Revenue',
            isNumeric: true,
            cell: ({ revenueCents }) => formatUsd(revenueCents),
          },
        ]}
      />
    </>
  )
}
