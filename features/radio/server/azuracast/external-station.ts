import type { NowPlaying, RadioService } from '#features/radio/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { machineTime, type StationTime } from '../station-time.ts'
import { toNowPlaying, type StationSnapshot, mapResponse } from './map-response.ts'
import { type AzuracastResponse, azuracastResponseSchema } from './response-schema.ts'
import { type CallLimits, callStation, parseJson, StationError } from './call-station.ts'

type Log = Record<'info' | 'warn' | 'debug', (details: object, message: string) => void>

type ExternalStationDeps = {
  /** URL of the AzuraCast installation. */
  url: string
  /** The station's number or short code. */
  station: string
  /** Origin of this site, used for the stream address until the station has responded once. */
  origin: string
  /** Returns the name of the station until it has responded once. */
  stationName: () => string
  log: Log
  clock: Clock
  /** Finds the page of an artist on this site. */
  findArtistUrl?: (name: string) => string | null
  time?: StationTime
  /** Creates the timeout signal; replaced in tests. */
  timeout?: (ms: number) => AbortSignal
}

const pollMs = 30_000
const timeoutMs = 5_000

/** The owner's AzuraCast as the station of the site. */
export type ExternalStation = RadioService & {
  /** Returns the error of the last request; undefined while the station responds. */
  fault(): string | undefined
  /** Stops polling; the last snapshot is kept. */
  stop(): void
}

/**
 * Returns the origins from which pages may load audio and images with this station: anything over TLS, and the
 * station's own host if it does not use TLS (its streams usually have their own port).
 */
export function externalOrigins(url: string): { media: string[]; images: string[] } {
  const { protocol, hostname } = new URL(url)
  const own = protocol === 'http:' ? [`http://${hostname}:*`] : []
  return { media: ['https:', ...own], images: [`https://${hostname}:*`, ...own] }
}

/**
 * Polls the station every 30 s, once for all visitors of this process, and notifies the subscribers. After a failed
 * request, which is logged, the last snapshot is kept.
 */
export function createExternalStation({
  url,
  station,
  origin,
  stationName,
  log,
  clock,
  findArtistUrl = () => null,
  time = machineTime,
  timeout = (ms) => AbortSignal.timeout(ms),
}: ExternalStationDeps): ExternalStation {
  const listeners = new Set<(now: NowPlaying) => void>()
  const ending = new AbortController()
  const context = { isWelcome: (address: string) => isWelcome(address, url), findArtistUrl }
  let snapshot: StationSnapshot = emptySnapshot(`${origin}/radio/stream.mp3`)
  let lastFault: string | undefined
  let cancelPoll = () => {}

  const nowPlaying = (): NowPlaying => {
    const now = toNowPlaying(snapshot, clock.now().getTime())
    return { ...now, station: { ...now.station, name: now.station.name || stationName() } }
  }

  async function poll(): Promise<void> {
    const requestedAtMs = time.steadyMs()
    try {
      const before = snapshot
      snapshot = mapResponse(
        await fetchNowPlaying(url, station, { signal: ending.signal, timeoutMs, timeout }),
        before,
        context,
      )
      if (lastFault) log.info({ station }, 'external station reachable again')
      lastFault = undefined
      if (isNews(before, snapshot)) notify()
    } catch (error) {
      if (ending.signal.aborted) return
      const { message } = error as Error
      if (message !== lastFault)
        log.warn({ station, fault: message }, 'polling external station failed; keeping last known state')
      lastFault = message
    }
    if (!ending.signal.aborted) cancelPoll = time.after(Math.max(0, requestedAtMs + pollMs - time.steadyMs()), poll)
  }

  function notify(): void {
    const now = nowPlaying()
    for (const listener of listeners) {
      try {
        listener(now)
      } catch (error) {
        log.warn({ err: error }, 'now-playing listener failed')
      }
    }
  }

  cancelPoll = time.after(0, poll)
  return {
    listenUrl: () => snapshot.station.listen_url,
    nowPlaying,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    // The station itself shows which recordings it cannot play.
    problems: () => [],
    fault: () => lastFault,
    stop() {
      ending.abort()
      cancelPoll()
    },
  }
}

function isNews(before: StationSnapshot, after: StationSnapshot): boolean {
  const shown = ({ now_playing: now, playing_next: next, is_online, listeners, station }: StationSnapshot) =>
    JSON.stringify([now?.sh_id, now?.song, next?.song, is_online, listeners.total, station])
  return shown(before) !== shown(after)
}

function isWelcome(address: string, stationUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  const own = new URL(stationUrl)
  return protocol === 'https:' || (protocol === 'http:' && own.protocol === 'http:' && hostname === own.hostname)
}

function emptySnapshot(listenUrl: string): StationSnapshot {
  return {
    station: { id: 0, name: '', shortcode: '', listen_url: listenUrl },
    listeners: { total: 0, unique: 0, current: 0 },
    live: { is_live: false, streamer_name: '' },
    now_playing: null,
    playing_next: null,
    song_history: [],
    is_online: false,
    burstMs: 0,
  }
}

/**
 * Fetches the now-playing information once.
 *
 * @param url Address of the installation, with or without a path before `/api`.
 * @throws StationError for an incomplete or invalid response, or none within the time limit.
 */
async function fetchNowPlaying(url: string, station: string, limits: CallLimits): Promise<AzuracastResponse> {
  const address = new URL(`${url.replace(/\/+$/, '')}/api/nowplaying/${encodeURIComponent(station)}`)
  const body = await read(address, limits)
  const parsed = azuracastResponseSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StationError(`the response is not valid AzuraCast data (${issue?.path.join('.') || 'as a whole'})`)
}

async function read(address: URL, limits: CallLimits): Promise<unknown> {
  const { status, body } = await callStation(address, limits)
  if (status !== 200) throw new StationError(`the station responded with ${status}`)
  return parseJson(body)
}
