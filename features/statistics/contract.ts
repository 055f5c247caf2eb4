/*
 * Statistics: how the site is used, without cookies and without personal data. Owns: the daily counts, the request with
 * which pages report a view, the Statistics page of the admin and its CSV file. Does not own: orders and sign-ups,
 * which it reads from the tables of checkout and subscribers; engagement with newsletters (delivery).
 */
import { z } from 'zod'

/**
 * Body of `POST /api/views`, sent by a page when it is shown. Addresses that are too long are shortened, never
 * rejected.
 */
export const viewSchema = z.object({
  /** Path of the page, without search parameters. */
  path: z.string().max(2000).startsWith('/'),
  /** `document.referrer` of the first page of a visit; empty for the pages that follow. */
  referrer: z.string().max(4000).default(''),
  /** Search parameters of the address of the first page; only `utm_source`, `utm_medium`, `utm_campaign` are read. */
  search: z.string().max(8000).default(''),
  /** True for the first page of a visit, whose source is counted. */
  isArrival: z.boolean().default(false),
})

/** Path at which pages report their views. */
export const viewsPath = '/api/views'

/** Path of the CSV file; takes `days`. */
export const statisticsCsvPath = '/api/owner/statistics.csv'

/** Counted metrics. `listening` counts minutes by hour of the day (UTC): ten listeners for one minute are ten. */
export const metrics = ['views', 'sources', 'campaigns', 'plays', 'reads', 'listening'] as const
/** Name of a metric. */
export type Metric = (typeof metrics)[number]

/** Lengths of a report in days, including today. */
export const reportLengths = [7, 30, 90, 365] as const

/** Returns the length of a report from the parameters of an address; 30 days by default. */
export const reportLengthOf = (search: URLSearchParams): (typeof reportLengths)[number] =>
  reportLengths.find((days) => String(days) === search.get('days')) ?? 30

/** Largest number of entries in most lists of a report. */
export const rankingLength = 20

/** Largest number of pages in the list of the most-read pages of books. */
export const pageRankingLength = 200

/** One day (UTC) of the statistics. */
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

/** A counted item with a readable name, and its page if there is one. */
export type Ranked = { key: string; title: string; count: number; href?: string }

/** Statistics for a number of days; lists have the highest counts first. */
export type StatisticsReport = {
  days: StatisticsDay[]
  pages: Ranked[]
  sources: Ranked[]
  campaigns: Ranked[]
  /** Recordings started on pages: tracks, chapters and previews. */
  plays: Ranked[]
  /** Recordings that the built-in station has played. */
  airplay: Ranked[]
  /** Books by number of loaded pages. */
  books: Ranked[]
  /** Loaded pages of all books. */
  bookPages: Ranked[]
  sales: (Ranked & { revenueCents: number })[]
  /** Number of orders in `sales` for which no real money was charged. */
  testOrders: number
  /** Average number of listeners in each hour of the day, UTC; 24 values. */
  listenersByHour: number[]
}

/** Statistics of the site. Counts are written to the database within half a minute. */
export type StatisticsService = {
  /** Adds to a count; `amount` is a whole number above 0. Never fails and never waits for the database. */
  count(metric: Metric, key: string, amount?: number): void
  /** Returns the last `days` days, including today. */
  report(days: number): Promise<StatisticsReport>
  /** Returns every count of the last `days` days, and sales and sign-ups by day, oldest first. */
  rows(days: number): Promise<{ day: string; metric: string; key: string; count: number }[]>
}

declare module '#shared/services.ts' {
  interface Services {
    statistics: StatisticsService
  }
}
