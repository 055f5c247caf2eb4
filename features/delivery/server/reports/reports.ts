import type { Analytics, Dashboard, IssueReport, Rates, EngagementCounts } from '#features/delivery/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { countStates } from '../admin/queries.ts'
import { type Counts, ratesOf } from './counts.ts'
import { type DayChanges, daysBetween, growthOf } from './growth.ts'
import {
  countIssues,
  countSubscribers,
  hasIssue,
  listLinkClicks,
  listLinks,
  listNewest,
  listEngagementDays,
  listEngagementHours,
  listStarted,
} from './queries.ts'

export type ReportDeps = {
  db: ProcessDeps['db']
  clock: Clock
  counts: Counts
  /** Reads the sign-ups and departures since then, by day. */
  readChanges: (since: Date) => Promise<DayChanges[]>
}

const recentCount = 5
const shownDays = 90
const shownIssues = 12
const maxHours = 24 * 7
const minHours = 24
const hourMs = 3_600_000

/** Returns the response of `GET admin/dashboard`. */
export async function readDashboard({ db, counts }: ReportDeps): Promise<Dashboard> {
  const [totalIssues, people, started, newest] = await Promise.all([
    countIssues(db),
    countSubscribers(db),
    counts.all(),
    listNewest(db, recentCount),
  ])
  const cancelled = newest.filter(({ status }) => status === 'failed').map(({ id }) => id)
  const sent = (await countStates(db, cancelled)).filter(({ state }) => state === 'sent')
  // Few recipients have opened an issue whose first round has not ended or was cancelled, so it would distort the
  // averages. One that was cancelled later counts, since every delivery was attempted.
  const rates = started.filter(
    ({ sentAt, isCounted, counts: { delivered } }) => sentAt !== null && isCounted && delivered > 0,
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
    averaged_newsletters: rates.length,
    recent_newsletters: newest.map(({ id, title, kind, status, sentAt, planned }) => ({
      id,
      title,
      sent_date: sentAt?.toISOString() ?? null,
      status,
      // Before sending, this is the number of current recipients.
      subscriber_count: begun.has(id) ? planned : kind === 'digest' ? people.monthly : people.weekly,
      sent_count: status === 'failed' ? (sent.find(({ issueId }) => issueId === id)?.total ?? 0) : null,
    })),
  }
}

/** Returns the response of `GET admin/analytics`. */
export async function readAnalytics({ db, clock, counts, readChanges }: ReportDeps): Promise<Analytics> {
  const now = clock.now()
  const days = daysBetween(new Date(now.getTime() - (shownDays - 1) * 24 * hourMs), now)
  const since = new Date(`${days[0]}T00:00:00Z`)
  const [people, changes, reading, started] = await Promise.all([
    countSubscribers(db),
    readChanges(since),
    listEngagementDays(db, since),
    counts.all(),
  ])
  const byDay = new Map(reading.map((line) => [line.day, line]))
  return {
    growth: growthOf(days, people.all, changes),
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

/**
 * Returns the response of `GET admin/newsletters/:id/report`. @throws AppError `not-found` for an unknown issue and for
 * one whose sending has not started.
 */
export async function readIssueReport({ db, counts }: ReportDeps, id: string): Promise<IssueReport> {
  const [issue] = await listStarted(db, [id])
  const of = issue && (await counts.of([id])).get(id)
  if (!issue || !of)
    throw new AppError(
      'not-found',
      (await hasIssue(db, id)) ? 'This newsletter has not been sent yet.' : 'Newsletter not found.',
    )
  const [links, clicks, hours] = await Promise.all([
    listLinks(db, id),
    listLinkClicks(db, id),
    listEngagementHours(db, id),
  ])
  const clicked = (number: number, classification: string) =>
    clicks.find((line) => line.number === number && line.classification === classification)?.count ?? 0
  return {
    id,
    title: issue.title,
    status: issue.status,
    was_started: issue.startedAt !== null,
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
  const length = Math.min(maxHours, Math.max(minHours, last + 1))
  return Array.from({ length }, (_, hour) => ({ hour, ...(byHour.get(hour) ?? { opens: 0, clicks: 0 }) }))
}
