/*
 * Statistics: how the site is used, without cookies and without data about persons. Owns: the counts by day, the call
 * by which pages report a view, the page Statistics of the admin and its CSV file. Does not own: orders and sign-ups,
 * which it reads from the tables of checkout and subscribers; engagement with newsletters (delivery).
 */
import { z } from 'zod'

/** Body of `POST /api/views`, sent by a page when it is shown. Addresses of a page are shortened, never refused. */
export const viewSchema = z.object({
  /** Path of the page, without search parameters. */
  path: z.string().max(2000).startsWith('/'),
  /** `document.referrer` of the first page of a visit; empty for the pages that follow. */
  referrer: z.string().max(4000).default(''),
  /** Search parameters of the address of the first page; only `utm_source`, `utm_medium`, `utm_campaign` are read. */
  search: z.string().max(8000).default(''),
  /** True for the first page of a visit, whose source counts. */
  isArrival: z.boolean().default(false),
})

/** Path to which pages report that they are shown. */
export const viewsPath = '/api/views'

/** Path of the CSV file; takes `days`. */
export const statisticsCsvPath = '/api/owner/statistics.csv'

/**
 * Things that are counted. `listening` counts minutes by hour of the day (UTC): ten listeners for a minute are ten.
 */
export const metrics = ['views', 'sources', 'campaigns', 'plays', 'reads', 'listening'] as const
/** Name of a thing that is counted. */
export type Metric = (typeof metrics)[number]

/** Lengths of a report in days, today included. */
export const reportLengths = [7, 30, 90, 365] as const

/** Returns the length of a report as asked for in an address; 30 days by default. */
export const reportLengthOf = (search: URLSearchParams): (typeof reportLengths)[number] =>
  reportLengths.find((days) => String(days) === search.get('days')) ?? 30

/** One day (UTC) of the statistic. */
export type StatisticsDay = {
  /** ISO date. */
  day: string
  views: number
  listeningMinutes: number
  plays: number
  reads: number
  orders: number
  revenueCents: number
  signUps: number
}

/** A counted thing with a readable name, and its page where it has one. */
export type Ranked = { key: string; title: string; count: number; href?: string }

/** Statistic of some days; lists have the highest counts first. */
export type StatisticsReport = {
  days: StatisticsDay[]
  pages: Ranked[]
  sources: Ranked[]
  campaigns: Ranked[]
  /** Recordings started on pages: tracks, chapters and previews. */
  plays: Ranked[]
  /** Recordings the built-in station has played. */
  airplay: Ranked[]
  /** Books by pages loaded. */
  books: Ranked[]
  /** Pages of all books. */
  bookPages: Ranked[]
  sales: (Ranked & { revenueCents: number })[]
  /** Average number of listeners in each hour of the day, UTC; 24 values. */
  listenersByHour: number[]
}

/** Statistic of the site. Counts are in the database within half a minute. */
export type StatisticsService = {
  /** Counts one more; `amount` is a whole number above 0. Never fails and never waits for the database. */
  count(metric: Metric, key: string, amount?: number): void
  /** Returns the last `days` days, today included. */
  report(days: number): Promise<StatisticsReport>
  /** Returns every count of the last `days` days, and sales and sign-ups by day, oldest first. */
  rows(days: number): Promise<{ day: string; metric: string; key: string; count: number }[]>
}

declare module '#shared/services.ts' {
  interface Services {
    statistics: StatisticsService
  }
}
