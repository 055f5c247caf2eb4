import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Config } from '#platform/config.ts'
import { AppError, errorBody } from '#shared/errors.ts'
import { isLocalRequest } from '#platform/local-request.ts'
import { listenOn } from '../listen.ts'
import type { Metrics } from './metrics.ts'
import { routeOf } from './request-route.ts'

type Options = { metrics: Metrics; config: Pick<Config, 'METRICS_PORT' | 'METRICS_TOKEN'> }

/**
 * Counts requests, and adds `GET /metrics` unless metrics have a port of their own. With a token only its owner reads
 * them; without one only this machine does.
 */
export const metricsRoutes = fastifyPlugin(async (app: FastifyInstance, { metrics, config }: Options) => {
  app.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as somebody listens, which says nothing about the server.
    if (!isEndless(reply))
      metrics.countRequest({
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
      })
    done()
  })
  if (config.METRICS_PORT !== undefined) return
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (config.METRICS_TOKEN === undefined && !isLocalRequest(request))
      throw new AppError(
        'forbidden',
        'Metrics are available on this machine only. Set METRICS_TOKEN or METRICS_PORT to read them from another one.',
      )
    if (!isAuthorized(request, config.METRICS_TOKEN)) {
      reply.header('www-authenticate', 'Bearer')
      throw new AppError('unauthenticated', 'Send METRICS_TOKEN as a bearer token to read metrics.')
    }
    return sendMetrics(metrics, reply)
  })
})

/**
 * Serves `GET /metrics` on `METRICS_PORT`, so that the public port does not have it.
 *
 * @returns The listening server; close it.
 */
export async function listenForMetrics({
  metrics,
  config,
  log,
}: {
  metrics: Metrics
  config: Pick<Config, 'HOST' | 'METRICS_PORT' | 'METRICS_TOKEN'>
  log: FastifyBaseLogger
}): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: log, disableRequestLogging: true })
  app.get('/metrics', async (request, reply) => {
    if (isAuthorized(request, config.METRICS_TOKEN)) return sendMetrics(metrics, reply)
    return reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send(errorBody('unauthenticated', 'Send METRICS_TOKEN as a bearer token to read metrics.'))
  })
  await listenOn(app, 'METRICS_PORT', { port: config.METRICS_PORT!, host: config.HOST })
  return app
}

async function sendMetrics(metrics: Metrics, reply: FastifyReply) {
  return reply.type(metrics.contentType).send(await metrics.read())
}

function isAuthorized({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return true
  const [, bearerToken = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  // Hashes have equal lengths, which the comparison needs.
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(bearerToken), hash(token))
}

function isEndless(reply: FastifyReply): boolean {
  return reply.hasHeader('icy-name') || String(reply.getHeader('content-type')).startsWith('text/event-stream')
}
