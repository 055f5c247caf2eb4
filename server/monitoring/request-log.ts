import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { TrustedProxies } from '#platform/trusted-proxies.ts'
import { routeOf } from './request-route.ts'

const header = 'x-request-id'
const wellFormed = /^[\w.-]{8,128}$/

/** Returns a function that tells whether a peer is one of the trusted proxies. */
export function createPeerTrust(proxies: TrustedProxies | undefined): (address: string) => boolean {
  if (proxies === undefined || proxies === 'none') return () => false
  const isTrusted = proxyAddress.compile(proxies)
  return (address) => isTrusted(address, 0)
}

/**
 * Creates the function that names requests: a well-formed `x-request-id` of a trusted proxy is kept, so that its log
 * and ours agree. All others get an id that is unique in the logs of all processes and days.
 */
export function createRequestIds(isTrustedPeer: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const requestId = headers[header]
    const isAccepted =
      typeof requestId === 'string' && wellFormed.test(requestId) && isTrustedPeer(socket.remoteAddress ?? '')
    return isAccepted ? requestId : randomUUID()
  }
}

/** Names the request in its answer. On the raw response it also reaches streams and answers that bypass Fastify. */
export function setRequestId(request: FastifyRequest, reply: FastifyReply): void {
  if (!reply.raw.headersSent) reply.raw.setHeader(header, request.id)
}

/**
 * Adds `x-request-id` to every answer and logs it: method, route pattern, status and duration. The line contains no
 * URL, address or user agent, because URLs carry personal links.
 *
 * @param options.isLogged Whether answers are logged.
 */
export const requestLog = fastifyPlugin(
  async (app: FastifyInstance, { log, isLogged }: { log: FastifyBaseLogger; isLogged: boolean }) => {
    app.addHook('onRequest', (request, reply, done) => {
      setRequestId(request, reply)
      done()
    })
    if (!isLogged) return
    // The line is asked for by a setting of its own, so the level of the other lines does not hide it.
    const lines = log.child({}, { level: 'info' })
    const write = (request: FastifyRequest, reply: FastifyReply, isAborted: boolean) =>
      lines.info(
        {
          reqId: request.id,
          method: request.method,
          route: routeOf(request),
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime * 10) / 10,
          ...(isAborted ? { isAborted } : {}),
        },
        'request answered',
      )
    app.addHook('onRequest', (request, reply, done) => {
      // A client that leaves, and the end of a stream; the framework reports neither.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) write(request, reply, true)
      })
      done()
    })
    app.addHook('onResponse', (request, reply, done) => {
      if (reply.raw.writableFinished) write(request, reply, false)
      done()
    })
  },
)
