import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientKey } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import {
  type NowPlaying,
  nowPlayingEndpoint,
  nowPlayingEventsEndpoint,
  type RadioService,
} from '#features/radio/contract.ts'
import { LiveEvents } from './live-events.ts'

/** Lifetime of a cached response, and therefore the maximum age of its clock. */
const cacheMs = 100

type NowPlayingRoutesDeps = {
  radio: RadioService
  /** Event subscribers; tests pass one with other limits. */
  events?: LiveEvents
  /** Monotonic clock in milliseconds. */
  steadyMs?: () => number
}

/** Routes of the now-playing information: the current state and its event stream. */
export function nowPlayingRoutes({
  radio,
  events = new LiveEvents(),
  steadyMs = () => performance.now(),
}: NowPlayingRoutesDeps) {
  return async function routes(app: FastifyInstance) {
    const answer = cacheFor(cacheMs, steadyMs, () => Buffer.from(JSON.stringify(radio.nowPlaying())))

    app.get(nowPlayingEndpoint.path, { config: { isPublic: true } }, (_request, reply) =>
      reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(answer()),
    )

    app.route({
      method: 'GET',
      url: nowPlayingEventsEndpoint.path,
      config: { isPublic: true },
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const address = clientKey(request.ip)
        const { socket } = request.raw
        const refusal = events.refusal(address, socket)
        if (refusal === 'full')
          throw new AppError('unavailable', { key: 'radio.errors.eventsFull' }, { retryAfterSeconds: 30 })
        if (refusal)
          throw new AppError('too-many-requests', { key: 'radio.errors.tooManyPages' }, { retryAfterSeconds: 30 })
        reply.headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Proxies that buffer responses would delay the events.
          'x-accel-buffering': 'no',
        })
        reply.hijack()
        socket.setTimeout(0)
        reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
        events.add(reply.raw, address, socket, asEvent(radio.nowPlaying()))
        return reply
      },
    })

    const unsubscribe = radio.subscribe((now) => events.send(asEvent(now)))
    // Runs before the server waits for open connections, because these never end by themselves.
    app.addHook('preClose', async () => {
      unsubscribe()
      events.close()
    })
  }
}

function asEvent(now: NowPlaying): Buffer {
  return Buffer.from(`event: now-playing\ndata: ${JSON.stringify(now)}\n\n`)
}

function cacheFor<Value>(ms: number, steadyMs: () => number, make: () => Value): () => Value {
  let cached: { value: Value; untilMs: number } | undefined
  return () => {
    const now = steadyMs()
    if (!cached || now >= cached.untilMs) cached = { value: make(), untilMs: now + ms }
    return cached.value
  }
}
