import type { FastifyPluginAsync, FastifyRequest, FastifyInstance } from 'fastify'
import type { Unsubscription } from '#features/subscribers/contract.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { bounceRoutes, returnedMailRoutes } from './routes.ts'
import { findLastDelivery } from './queries.ts'
import { createReturnedMails, type ReturnedMails } from './returned-mails.ts'
import { handleUnsubscribe, handleRefusal } from './handle-feedback.ts'
import type { Feedback } from '../delivery-deps.ts'
import type { SignedDeliveryAddresses } from '../engagement/delivery-addresses.ts'
import { createPageVisits } from '../engagement/page-visits.ts'
import { createEngagementRecorder } from '../engagement/engagement-recorder.ts'
import { engagementRoutes } from '../engagement/engagement-routes.ts'
import { createCounts } from '../reports/counts.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { AppError } from '#shared/errors.ts'
import { readAnalytics, readDashboard, readIssueReport, type ReportDeps } from '../reports/reports.ts'
import type { DayChanges } from '../reports/growth.ts'
import {
  joiningKinds,
  leavingKinds,
  listGoneBefore,
  listSubscriberChanges,
  listUnconfirmed,
} from '../reports/queries.ts'

const [joining, leaving] = [new Set<string>(joiningKinds), new Set<string>(leavingKinds)]

/** Past days change only when a person is erased or confirms late, so they are cached for this long. */
const cacheMs = 5 * 60_000

/** @returns a reader of sign-ups and departures per day from a given start to now; past days are cached. */
function createChangesReader({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>) {
  let cached: { key: string; at: number; changes: Promise<DayChanges[]> } | undefined

  async function count(since: Date, until: Date): Promise<DayChanges[]> {
    const lists = [
      listSubscriberChanges(db, since, until),
      listUnconfirmed(db, since, until),
      listGoneBefore(db, since, until),
    ] as const
    const [changes, unconfirmed, goneBefore] = await Promise.all(lists)
    const days = new Map<string, DayChanges>()
    const dayOf = (day: string) => days.get(day) ?? days.set(day, { day, joined: 0, left: 0 }).get(day)!
    for (const { day, kind, count: times } of changes) {
      if (joining.has(kind)) dayOf(day).joined += times
      if (leaving.has(kind)) dayOf(day).left += times
    }
    for (const { day, count: times } of unconfirmed) dayOf(day).joined -= times
    for (const { day, count: times } of goneBefore) dayOf(day).left -= times
    return [...days.values()]
  }

  return async function readChanges(since: Date): Promise<DayChanges[]> {
    const now = clock.now()
    const today = new Date(now)
    today.setUTCHours(0, 0, 0, 0)
    const key = `${since.toISOString()} ${today.toISOString()}`
    if (cached?.key !== key || Math.abs(now.getTime() - cached.at) > cacheMs) {
      const changes = count(since, today)
      cached = { key, at: now.getTime(), changes }
      changes.catch(() => (cached = undefined))
    }
    const [before, since0] = await Promise.all([cached.changes, count(today, new Date(now.getTime() + 1))])
    return [...before, ...since0]
  }
}

/** Engagement and feedback of deliveries, with their public and admin routes. */
type FeedbackModule = Feedback & {
  /** Public routes for the pixel, links and reports. */
  routes: FastifyPluginAsync
  /** Sees every request of the site, to detect page loads after a click. */
  observeRequest(request: FastifyRequest): void
  /** Routes of the newsletter admin. */
  adminRoutes: FastifyPluginAsync
  /** Attributes an unsubscribe to the newest delivery the person received, inside the caller's transaction. */
  left(tx: Executor, leaving: Unsubscription): Promise<void>
  blocks: Blocks
  returnedMails: ReturnedMails
  /** Resolves when everything received so far is recorded. */
  written(): Promise<void>
  /** Stores the counts of finished issues. */
  settleCounts(): Promise<void>
  stop(): Promise<void>
}

/** @param addresses Signed addresses of deliveries. */
export function createFeedback(
  { config, db, clock, log }: Pick<ProcessDeps, 'config' | 'db' | 'clock' | 'log'>,
  { addresses }: { addresses: () => Promise<SignedDeliveryAddresses> },
): FeedbackModule {
  const counter = createEngagementRecorder({ db, log, origin: config.origin })
  const pages = createPageVisits({ clock, counter })
  const counts = createCounts({ db })
  const blocks = createBlocks({ db, clock, log })
  const returnedMails = createReturnedMails({ db, clock })
  return {
    async routes(app) {
      await app.register(engagementRoutes({ db, clock, addresses, counter, pages, origin: config.origin }))
      await app.register(bounceRoutes({ db, clock, addresses, blocks, secret: () => config.NEWSLETTER_BOUNCE_SECRET }))
    },
    async adminRoutes(app) {
      await app.register(reportRoutes({ db, clock, counts, readChanges: createChangesReader({ db, clock }) }))
      await app.register(returnedMailRoutes({ returnedMails }))
    },
    blocks,
    returnedMails,
    observeRequest: pages.notice,
    counts: (ids) => counts.of(ids),
    async refused(tx, { deliveryId, response, at, after }) {
      await handleRefusal(tx, { deliveryId, response, facts: { after }, at, isFinal: true })
    },
    async left(tx, { subscriberId, by, at }) {
      const deliveryId = await findLastDelivery(tx, subscriberId)
      if (deliveryId) await handleUnsubscribe(tx, { deliveryId, by, at })
    },
    written: counter.written,
    settleCounts: counts.settle,
    stop: counter.stop,
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mayRead = { config: { role: 'viewer' as const } }

/** Creates the report routes of the newsletter admin. */
function reportRoutes(deps: ReportDeps) {
  return async function routes(app: FastifyInstance) {
    app.get('/api/newsletter/admin/dashboard', mayRead, () => readDashboard(deps))
    app.get('/api/newsletter/admin/analytics', mayRead, () => readAnalytics(deps))
    app.get<{ Params: { id: string } }>('/api/newsletter/admin/newsletters/:id/report', mayRead, (request) => {
      if (!uuidPattern.test(request.params.id)) throw new AppError('not-found', 'Newsletter not found.')
      return readIssueReport(deps, request.params.id)
    })
  }
}
