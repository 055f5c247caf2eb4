import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ownOriginsOf, sourceOf } from '#platform/admin/own-origins.ts'
import type { Clock } from '#platform/clock.ts'
import { byteOrderMark, csvLine } from '#platform/csv.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { AppError } from '#shared/errors.ts'
import { isSameOriginRequest } from '#shared/request-origin.ts'
import {
  reportLengthOf,
  statisticsCsvPath,
  type StatisticsService,
  viewSchema,
  viewsPath,
} from '#features/statistics/contract.ts'
import { campaignOfVisit, createClientHash, createRepetitionFilter, isVisit, sourceOfVisit } from './visitors.ts'

/** Maximum number of views that a client can add in a minute; further views are accepted but not counted. */
const maxViewsPerMinute = 60

type RoutesDeps = Pick<ProcessDeps, 'pageName' | 'clock'> & {
  config: Pick<ProcessDeps['config'], 'origin' | 'isProduction'>
  statistics: StatisticsService
}

/** Registers the request with which pages report views, and the CSV file of the statistics. */
export function statisticsRoutes({ statistics, pageName, clock, config }: RoutesDeps) {
  // In memory, because a limit in the database would need a transaction for each view.
  const limit = new RateLimiterMemory({ points: maxViewsPerMinute, duration: 60 })
  const hashOf = createClientHash()
  const isWithinLimit = (request: FastifyRequest) =>
    limit.consume(hashOf(request.ip)).then(
      () => true,
      () => false,
    )

  return async function routes(app: FastifyInstance) {
    app.post(viewsPath, { bodyLimit: 16 * 1024 }, async (request, reply) => {
      const own = ownOriginsOf(request, config)
      if (!isSameOriginRequest(sourceOf(request), own))
        throw new AppError('forbidden', { key: 'site.errors.foreignForm' })
      const { path, referrer, search, isArrival } = viewSchema.parse(request.body)
      reply.code(204).header('cache-control', 'no-store')
      if (!isVisit(request.headers) || !(await isWithinLimit(request))) return reply.send()
      const page = await pageName(path)
      if (page === undefined) return reply.send()
      statistics.count('views', page)
      if (isArrival) {
        const source = sourceOfVisit(
          referrer,
          own.map((origin) => new URL(origin).host),
        )
        if (source !== undefined) statistics.count('sources', source)
        const campaign = campaignOfVisit(search)
        if (campaign !== undefined) statistics.count('campaigns', campaign)
      }
      return reply.send()
    })

    app.get(statisticsCsvPath, async (request, reply) => {
      const days = reportLengthOf(new URL(request.url, 'http://localhost').searchParams)
      return sendCsv(reply, await statistics.rows(days), clock)
    })
  }
}

function sendCsv(reply: FastifyReply, rows: Awaited<ReturnType<StatisticsService['rows']>>, clock: Clock) {
  const lines = rows.map(({ day, metric, key, count }) => csvLine([day, metric, key, count]))
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="statistics-${clock.now().toISOString().slice(0, 10)}.csv"`)
    .header('cache-control', 'no-store')
    .send(byteOrderMark + csvLine(['Day (UTC)', 'Metric', 'Item', 'Count']) + lines.join(''))
}

/**
 * Counts the uses that routes have set in `request.countedUse`, such as the start of a recording or a page of a book.
 * Repeated requests of players and readers within half an hour count once.
 */
export function countUses({ statistics, clock }: { statistics: Pick<StatisticsService, 'count'>; clock: Clock }) {
  const filter = createRepetitionFilter({ nowMs: () => clock.now().getTime() })
  return async function hooks(app: FastifyInstance) {
    // Expired entries must also be deleted on a site without requests.
    const forgetting = setInterval(() => filter.forget(), 60_000).unref()
    app.addHook('onClose', async () => clearInterval(forgetting))
    app.addHook('onResponse', (request, reply, done) => {
      const { countedUse: use, method, headers } = request
      const isStart = headers.range === undefined || headers.range.startsWith('bytes=0-')
      const isSent = [200, 206, 304].includes(reply.statusCode) && method === 'GET'
      if (use && isSent && isStart && isVisit(headers) && filter.isNew(request.ip, `${use.metric} ${use.key}`))
        statistics.count(use.metric, use.key)
      done()
    })
  }
}
