import type { FastifyPluginAsync, FastifyRequest, FastifyInstance } from 'fastify'
import type { Leaving } from '#features/subscribers/contract.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { bounceRoutes, returnedMailRoutes } from './routes.ts'
import { findLastCopy } from './queries.ts'
import { createReturnedMails, type ReturnedMails } from './returned-mails.ts'
import { takeLeaving, takeRefusal } from './take-return.ts'
import type { Returns } from '../delivery-parts.ts'
import type { SignedAddresses } from '../tracking/copy-addresses.ts'
import { createPageVisits } from '../tracking/page-visits.ts'
import { createReadingCounter } from '../tracking/reading-counter.ts'
import { readingRoutes } from '../tracking/reading-routes.ts'
import { createCounts } from '../reports/counts.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { AppError } from '#shared/errors.ts'
import { readAnalytics, readDashboard, readIssueReport, type ReportParts } from '../reports/reports.ts'
import type { DayMoves } from '../reports/growth.ts'
import { joiningKinds, leavingKinds, listGoneBefore, listMoves, listUnconfirmed } from '../reports/queries.ts'

const [joining, leaving] = [new Set<string>(joiningKinds), new Set<string>(leavingKinds)]

/** Days that are over change only where somebody is erased or confirms at last; so long they are believed. */
const keptMs = 5 * 60_000

/**
 * @returns reads who joined and who left from one beginning of a day to now; days that are over are counted once in a
 * while.
 */
function createMovesReader({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>) {
  let kept: { key: string; at: number; moves: Promise<DayMoves[]> } | undefined

  async function count(since: Date, until: Date): Promise<DayMoves[]> {
    const lists = [
      listMoves(db, since, until),
      listUnconfirmed(db, since, until),
      listGoneBefore(db, since, until),
    ] as const
    const [moves, unconfirmed, goneBefore] = await Promise.all(lists)
    const days = new Map<string, DayMoves>()
    const dayOf = (day: string) => days.get(day) ?? days.set(day, { day, joined: 0, left: 0 }).get(day)!
    for (const { day, kind, count: times } of moves) {
      if (joining.has(kind)) dayOf(day).joined += times
      if (leaving.has(kind)) dayOf(day).left += times
    }
    for (const { day, count: times } of unconfirmed) dayOf(day).joined -= times
    for (const { day, count: times } of goneBefore) dayOf(day).left -= times
    return [...days.values()]
  }

  return async function readMoves(since: Date): Promise<DayMoves[]> {
    const now = clock.now()
    const today = new Date(now)
    today.setUTCHours(0, 0, 0, 0)
    const key = `${since.toISOString()} ${today.toISOString()}`
    if (kept?.key !== key || Math.abs(now.getTime() - kept.at) > keptMs) {
      const moves = count(since, today)
      kept = { key, at: now.getTime(), moves }
      moves.catch(() => (kept = undefined))
    }
    const [before, since0] = await Promise.all([kept.moves, count(today, new Date(now.getTime() + 1))])
    return [...before, ...since0]
  }
}

/** Opens, clicks, bounces, complaints and goodbyes: where they come in, and what the desk is told of them. */
export type OpenReturns = Returns & {
  /** Pixel, links and reports; for everybody. */
  routes: FastifyPluginAsync
  /** Told of every request of the site, so that pages which load after a click are known. */
  noticeRequest(request: FastifyRequest): void
  /** Of the desk. */
  deskRoutes: FastifyPluginAsync
  /** Inside the transaction in which a person leaves: the newest copy they got is the one that made them. */
  left(tx: Executor, leaving: Leaving): Promise<void>
  blocks: Blocks
  returnedMails: ReturnedMails
  /** What came in so far is counted. */
  written(): Promise<void>
  /** Settles the counts of issues that came to rest. */
  settleCounts(): Promise<void>
  stop(): Promise<void>
}

/** @param addresses What copies carry. */
export function openReturns(
  { config, db, clock, log }: Pick<ProcessDeps, 'config' | 'db' | 'clock' | 'log'>,
  { addresses }: { addresses: () => Promise<SignedAddresses> },
): OpenReturns {
  const counter = createReadingCounter({ db, log, origin: config.origin })
  const pages = createPageVisits({ clock, counter })
  const counts = createCounts({ db })
  const blocks = createBlocks({ db, clock, log })
  const returnedMails = createReturnedMails({ db, clock })
  return {
    async routes(app) {
      await app.register(readingRoutes({ db, clock, addresses, counter, pages, origin: config.origin }))
      await app.register(bounceRoutes({ db, clock, addresses, blocks, secret: () => config.NEWSLETTER_BOUNCE_SECRET }))
    },
    async deskRoutes(app) {
      await app.register(reportRoutes({ db, clock, counts, readMoves: createMovesReader({ db, clock }) }))
      await app.register(returnedMailRoutes({ returnedMails }))
    },
    blocks,
    returnedMails,
    noticeRequest: pages.notice,
    counts: (ids) => counts.of(ids),
    async refused(tx, { deliveryId, said, at, after }) {
      await takeRefusal(tx, { deliveryId, said, facts: { after }, at, isFinal: true })
    },
    async left(tx, { subscriberId, by, at }) {
      const deliveryId = await findLastCopy(tx, subscriberId)
      if (deliveryId) await takeLeaving(tx, { deliveryId, by, at })
    },
    written: counter.written,
    settleCounts: counts.settle,
    stop: counter.stop,
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mayRead = { config: { role: 'viewer' as const } }

/** What the desk is told of how letters were read. */
function reportRoutes(parts: ReportParts) {
  return async function routes(app: FastifyInstance) {
    app.get('/api/newsletter/admin/dashboard', mayRead, () => readDashboard(parts))
    app.get('/api/newsletter/admin/analytics', mayRead, () => readAnalytics(parts))
    app.get<{ Params: { id: string } }>('/api/newsletter/admin/newsletters/:id/report', mayRead, (request) => {
      if (!uuidPattern.test(request.params.id)) throw new AppError('not-found', 'Newsletter not found.')
      return readIssueReport(parts, request.params.id)
    })
  }
}
