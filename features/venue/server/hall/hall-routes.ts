import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownOriginsOf } from '#platform/admin/own-origins.ts'
import { type ConnectionLimits, ConnectionLimiter, isLoopback } from '#platform/connection-limiter.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import { isTooLarge, maxSignalBytes, readGuestMessage } from '#features/venue/hall/hall-messages.ts'
import { closeCodes, hallSocketPath, type ServerMessage } from '#features/venue/hall/hall-rules.ts'
import type { VoiceRequest } from '#features/venue/hall/voice-rules.ts'
import { isVoiceRequest } from '../voice/voice-chat.ts'
import type { HallConnection, Halls } from './halls.ts'

/** Intervals and limits that tests shorten. */
export type HallTuning = {
  limits?: ConnectionLimits
  /** Interval of pings; a guest that misses two of them is disconnected. */
  pingMs?: number
  /** Time after which a connection that has not entered is closed. */
  enterMs?: number
  /** Maximum number of entries per address and minute. */
  entriesPerMinute?: number
}

/**
 * Maximum number of entries per address and minute: more than its connections, so that a whole office can reconnect
 * after a restart.
 */
export const defaultEntriesPerMinute = 120

/** One office may have many guests, but one client must not fill the venue. */
const defaultLimits: ConnectionLimits = { total: 2_000, perClient: 100 }

/** Messages that a guest may send at once, and per second after that. */
const messageRate = { burst: 60, perSecond: 30 }

/** Limit for messages that connect browsers, which are larger and may have to reach another process. */
const signalRate = { burst: 40, perSecond: 15 }

/** Limit for messages about the voice chat that query the database: joining it, and reports. */
const voiceRate = { burst: 20, perSecond: 1 }

/** Maximum bytes queued for a guest with a slow connection before it is closed; the browser then reconnects. */
const maxBufferedBytes = 256 * 1024

/** Standard close code of a server that restarts. @see https://www.iana.org/assignments/websocket */
const restartCode = 1012

type Deps = {
  halls: Halls
  /** Returns whether our own venue is open; it is not if a room on an external service is configured. */
  isOpen(): boolean
  /** Limit of entries per address. */
  entries: RateLimit
  site: { origin: string; isProduction: boolean }
  tuning: HallTuning
}

/** Routes of our own venue: one WebSocket for each guest. */
export function hallRoutes({ halls, isOpen, entries, site, tuning }: Deps) {
  const { limits = defaultLimits, pingMs = 1_500, enterMs = 5_000 } = tuning
  const connections = new ConnectionLimiter(limits)
  const sockets = new Map<WebSocket, { isAlive: boolean; missed: number }>()
  /**
   * Requests whose address has entered too often. They are closed after the upgrade, because browsers can read a close
   * code but not a status.
   */
  const tooOften = new WeakSet<FastifyRequest>()

  function pingAll(): void {
    for (const [socket, state] of sockets) {
      state.missed = state.isAlive ? 0 : state.missed + 1
      state.isAlive = false
      // The connection was lost without a close event, such as that of a phone in a tunnel.
      if (state.missed >= 2) socket.terminate()
      else socket.ping()
    }
  }

  function serve(socket: WebSocket, request: FastifyRequest): void {
    if (tooOften.has(request)) {
      socket.close(
        closeCodes.tooOften,
        'Too many people have entered the venue from your network. Try again in a minute.',
      )
      return
    }
    const refusal = connections.refusal(request.ip)
    if (refusal) {
      socket.close(closeCodes.full, 'The venue cannot let in more guests right now. Try again later.')
      return
    }
    const release = connections.acquire(request.ip)
    const state = { isAlive: true, missed: 0 }
    sockets.set(socket, state)
    const connection: HallConnection = {
      send(message) {
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(message)
      },
      close: (code, reason) => socket.close(code, reason),
    }
    let id: string | undefined
    const mayPass = createBucket(messageRate)
    const maySignal = createBucket(signalRate)
    const mayQuery = createBucket(voiceRate)
    const isWithinRate = (message: VoiceRequest) => {
      if (message.type === 'signal') return maySignal()
      return message.type === 'report' || (message.type === 'voice' && message.isOn) ? mayQuery() : true
    }
    const late = setTimeout(() => socket.close(closeCodes.invalid, 'The guest did not enter in time.'), enterMs).unref()

    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (socket.readyState !== socket.OPEN) return
      state.isAlive = true
      if (!mayPass()) return socket.close(closeCodes.flood, 'Too many messages.')
      const text = data.toString()
      if (isTooLarge(text)) return socket.close(closeCodes.tooLarge, 'The message is too large.')
      const message = isBinary ? undefined : readGuestMessage(text)
      if (!message || (message.type === 'enter') !== (id === undefined))
        return socket.close(closeCodes.invalid, 'The message is invalid.')
      if (message.type === 'enter') {
        clearTimeout(late)
        id = halls.enter(connection, message.session, message.spot)
      } else if (id !== undefined) {
        if (message.type === 'move') halls.move(id, message)
        else if (message.type === 'gesture') halls.gesture(id, message.gesture)
        else if (isVoiceRequest(message)) {
          if (!isWithinRate(message)) return socket.close(closeCodes.flood, 'Too many messages.')
          halls.voice.receive(id, message, request.ip)
        } else {
          const pong: ServerMessage = { type: 'pong', sentMs: message.sentMs, nowMs: halls.now() }
          connection.send(JSON.stringify(pong))
        }
      }
    })
    socket.on('pong', () => (state.isAlive = true))
    // The close event follows and handles it.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(late)
      sockets.delete(socket)
      release()
      if (id !== undefined) halls.leave(id, connection)
    })
  }

  return async (app: FastifyInstance) => {
    let pings: NodeJS.Timeout | undefined
    await app.register(websocket, {
      // A rejected guest has a second to close the connection.
      options: { maxPayload: maxSignalBytes, perMessageDeflate: false, closeTimeout: 1_000 },
      // Invalid frames are the guest's fault; the default handler would log an error.
      errorHandler: (_error, socket) => socket.terminate(),
      // Guests reconnect at once when the process that serves them restarts.
      preClose(done) {
        clearInterval(pings)
        halls.stop()
        for (const socket of sockets.keys()) socket.close(restartCode, 'The server is restarting.')
        app.websocketServer.close()
        // A guest that does not respond must not delay the end of the process.
        setTimeout(() => {
          for (const socket of app.websocketServer.clients as Set<WebSocket>) socket.terminate()
        }, 500).unref()
        done()
      },
    })
    app.get(
      hallSocketPath,
      {
        websocket: true,
        preValidation: async (request) => {
          if (!isOpen()) throw new AppError('not-found', { key: 'venue.errors.noHall' })
          if (!ownOriginsOf(request, site).includes(request.headers.origin ?? ''))
            throw new AppError('forbidden', { key: 'venue.errors.foreignPage' })
          if (!isLoopback(request.ip) && !(await entries.consume(request.ip)).ok) tooOften.add(request)
          pings ??= setInterval(pingAll, pingMs).unref()
        },
      },
      serve,
    )
  }
}

/** Returns a function that counts one message, and returns false if there were too many. */
function createBucket({ burst, perSecond }: { burst: number; perSecond: number }): () => boolean {
  let tokens = burst
  let refilledAtMs = performance.now()
  return () => {
    const at = performance.now()
    tokens = Math.min(burst, tokens + ((at - refilledAtMs) * perSecond) / 1000) - 1
    refilledAtMs = at
    return tokens >= 0
  }
}
