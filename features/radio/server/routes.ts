import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { type RadioService, streamEndpoint } from '#features/radio/contract.ts'
import { icyInterval } from './icy-muxer.ts'
import { type ConnectionLimits, ConnectionLimiter } from '#platform/connection-limiter.ts'
import type { Station } from './station.ts'
import { stationHeaders, type StationFacts } from './station-headers.ts'

type RadioRoutesDeps = {
  station: Station | undefined
  radio: RadioService
  origin: string
  facts: () => StationFacts
  limits?: ConnectionLimits
}

/** Route of the stream; with an external station it redirects there. */
export function radioRoutes({ station, radio, origin, facts, limits }: RadioRoutesDeps) {
  const connections = new ConnectionLimiter(limits)
  return async function routes(app: FastifyInstance) {
    app.route({
      method: ['GET', 'HEAD'],
      url: streamEndpoint.path,
      config: { isPublic: true },
      handler: (request, reply) => {
        const elsewhere = station ? undefined : radio.listenUrl()
        // Until the external station has responded once, its address is unknown and ours is used.
        if (elsewhere && elsewhere !== origin + streamEndpoint.path) {
          return reply.header('cache-control', 'no-store').redirect(elsewhere, 307)
        }
        if (!station?.isOnAir()) {
          throw new AppError('unavailable', { key: 'radio.errors.offAir' }, { retryAfterSeconds: 2 })
        }
        const refusal = request.method === 'HEAD' ? undefined : connections.refusal(request.ip)
        if (refusal === 'full')
          throw new AppError('unavailable', { key: 'radio.errors.full' }, { retryAfterSeconds: 30 })
        if (refusal)
          throw new AppError('too-many-requests', { key: 'radio.errors.tooManyListeners' }, { retryAfterSeconds: 30 })
        const wantsTitles = request.headers['icy-metadata'] === '1'
        // A range of an endless stream is meaningless: every client gets the present, with status 200.
        reply.headers({
          'content-type': 'audio/mpeg',
          'cache-control': 'no-store',
          'accept-ranges': 'none',
          'x-accel-buffering': 'no',
          ...stationHeaders(facts(), radio.listenUrl()),
          'icy-br': String(station.bitrate()),
          'icy-pub': facts().isListed ? '1' : '0',
          ...(wantsTitles ? { 'icy-metaint': String(icyInterval) } : {}),
        })
        if (request.method === 'HEAD') return reply.send()
        const socket = acquireSocket(request, reply)
        if (!socket) return reply
        socket.on('close', connections.acquire(request.ip))
        station.transmitter.add(socket, { head: headOf(reply), wantsTitles })
        return reply
      },
    })
    // Runs before the server waits for open connections, because these never end by themselves.
    if (station) app.addHook('preClose', () => station.transmitter.stop())
  }
}

const taken = new WeakSet<Socket>()

/**
 * Passes the socket to the transmitter, which writes raw audio from one shared buffer; chunked responses would cost
 * several times as much per listener.
 *
 * @returns undefined, with the connection closed, if an earlier request on the connection has no response yet.
 * Pipelined requests would each count as a listener, and their audio would be mixed. No player does that.
 */
function acquireSocket(request: FastifyRequest, reply: FastifyReply): Socket | undefined {
  const { socket } = request.raw
  reply.hijack()
  // The unfinished response keeps the server from treating the connection as idle.
  reply.raw.on('error', () => {})
  // Node assigns the connection to a response only when its turn comes.
  if (taken.has(socket) || reply.raw.socket !== socket || socket.destroyed) {
    socket.destroy()
    return undefined
  }
  taken.add(socket)
  socket.removeAllListeners('data')
  // Further data of a listener is discarded, but a socket must be read to notice that it was closed.
  socket.on('data', () => {})
  socket.on('end', () => socket.destroy())
  socket.resume()
  socket.setTimeout(0)
  socket.setNoDelay(true)
  return socket
}

function headOf(reply: FastifyReply): Buffer {
  const lines = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  )
  return Buffer.from(
    `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\ndate: ${new Date().toUTCString()}\r\nconnection: close\r\n\r\n`,
    'latin1',
  )
}
