import type { Analytics, Dashboard, IssueReport, Rates, EngagementCounts } from '#features/delivery/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { type Counts, ratesOf } from './counts.ts'
import { type DayMoves, daysBetween, growthOf } from './growth.ts'
import {
  countIssues,
  countSubscribers,
  listLinkClicks,
  listLinks,
  listNewest,
  listReadingDays,
  listReadingHours,
  listStarted,
} from './queries.ts'

export type ReportParts = {
  db: ProcessDeps['db']
  clock: Clock
  counts: Counts
  /** Who joined and who left since then, by days. */
  readMoves: (since: Date) => Promise<DayMoves[]>
}

const recentCount = 5
const shownDays = 90
const shownIssues = 12
const mostHours = 24 * 7
const leastHours = 24
const hourMs = 3_600_000

/** `GET admin/dashboard` */
export async function readDashboard({ db, counts }: ReportParts): Promise<Dashboard> {
  const [totalIssues, people, started, newest] = await Promise.all([
    countIssues(db),
    countSubscribers(db),
    counts.all(),
    listNewest(db, recentCount),
  ])
  // While it is on its way, an issue was opened by few of those it went to already.
  const rates = started.filter(
    ({ status, sentAt, isCounted, counts: { delivered } }) =>
      (sentAt !== null || status === 'failed') && isCounted && delivered > 0,
  )
  const average = (of: 'openRate' | 'clickRate') =>
    rates.reduce((sum, issue) => sum + ratesOf(issue.counts)[of], 0) / (rates.length || 1)
  const begun = new Set(
    started.filter(({ status, startedAt }) => status !== 'paused' || startedAt !== null).map(({ id }) => id),
  )
  return {
    total_newsletters: totalIssues,
    total_subscribers: people.all,
    average_open_rate: average('openRate'),
    average_click_rate: average('clickRate'),
    recent_newsletters: newest.map(({ id, title, kind, status, sentAt, planned }) => ({
      id,
      title,
      sent_date: sentAt?.toISOString() ?? null,
      status,
      // Before that, whoever would get it now.
      subscriber_count: begun.has(id) ? planned : kind === 'digest' ? people.monthly : people.weekly,
    })),
  }
}

/** `GET admin/analytics` */
export async function readAnalytics({ db, clock, counts, readMoves }: ReportParts): Promise<Analytics> {
  const now = clock.now()
  const days = daysBetween(new Date(now.getTime() - (shownDays - 1) * 24 * hourMs), now)
  const since = new Date(`${days[0]}T00:00:00Z`)
  const [people, moves, reading, started] = await Promise.all([
    countSubscribers(db),
    readMoves(since),
    listReadingDays(db, since),
    counts.all(),
  ])
  const byDay = new Map(reading.map((line) => [line.day, line]))
  return {
    growth: growthOf(days, people.all, moves),
    reading: days.map((day) => byDay.get(day) ?? { day, opens: 0, clicks: 0 }),
    issues: started
      .filter(({ sentAt }) => sentAt !== null)
      .slice(0, shownIssues)
      .map(({ id, title, sentAt, isCounted, counts: of }) => ({
        id,
        title,
        sent_date: sentAt!.toISOString(),
        ...of,
        ...ratesFor(isCounted, of),
      })),
  }
}

/** `GET admin/newsletters/:id/report`. @throws AppError `not-found` for an issue whose sending has not begun. */
export async function readIssueReport({ db, counts }: ReportParts, id: string): Promise<IssueReport> {
  const [issue] = await listStarted(db, [id])
  const of = issue && (await counts.of([id])).get(id)
  if (!issue || !of) throw new AppError('not-found', 'This newsletter has not been sent yet.')
  const [links, clicks, hours] = await Promise.all([
    listLinks(db, id),
    listLinkClicks(db, id),
    listReadingHours(db, id),
  ])
  const clicked = (number: number, verdict: string) =>
    clicks.find((line) => line.number === number && line.verdict === verdict)?.count ?? 0
  return {
    id,
    title: issue.title,
    sent_date: issue.sentAt?.toISOString() ?? null,
    ...of,
    ...ratesFor(issue.isCounted, of),
    links: links.map(({ number, url }) => ({
      number,
      url,
      clicks: {
        human: clicked(number, 'human'),
        machine: clicked(number, 'machine'),
        unsure: clicked(number, 'unsure'),
      },
    })),
    hours: hoursAfter(issue.startedAt ?? issue.sentAt ?? issue.createdAt, hours),
  }
}

function ratesFor(isCounted: boolean, counts: EngagementCounts): Rates {
  const { openRate, clickRate } = ratesOf(counts)
  return isCounted ? { open_rate: openRate, click_rate: clickRate } : { open_rate: null, click_rate: null }
}

function hoursAfter(begun: Date, read: { hour: Date; opens: number; clicks: number }[]): IssueReport['hours'] {
  const first = Math.floor(begun.getTime() / hourMs)
  const byHour = new Map(read.map(({ hour, opens, clicks }) => [hour.getTime() / hourMs - first, { opens, clicks }]))
  const last = Math.max(0, ...byHour.keys())
  const length = Math.min(mostHours, Math.max(leastHours, last + 1))
  return Array.from({ length }, (_, hour) => ({ hour, ...(byHour.get(hour) ?? { opens: 0, clicks: 0 }) }))
}
