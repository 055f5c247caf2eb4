import type { NowPlaying, RadioService } from '#features/radio/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { machineTime, type StationTime } from '../station-time.ts'
import { asOf, type Heard, takeIn } from './take-in.ts'
import { type AzuracastAnswer, azuracastAnswerSchema } from './answer.ts'
import { type CallLimits, callStation, parseAnswer, StationFault } from './call-station.ts'

type Log = Record<'info' | 'warn' | 'debug', (details: object, message: string) => void>

type Parts = {
  /** Address of the AzuraCast installation. */
  url: string
  /** The station's number or short code. */
  station: string
  /** Our own origin: until the station has told where its sound is, the stream's address is ours. */
  origin: string
  log: Log
  clock: Clock
  /** Our page of an artist of this name. */
  findArtistUrl?: (name: string) => string | null
  time?: StationTime
  /** Gives up an answer after so long; in tests, when the test says so. */
  timeout?: (ms: number) => AbortSignal
}

const everyMs = 30_000
const timeoutMs = 5_000

/** The owner's AzuraCast as the station of the site. */
export type OutsideStation = RadioService & {
  /** Why it could not be asked the last time; undefined while it answers. */
  fault(): string | undefined
  /** Asks no more; what was heard stays. */
  stop(): void
}

/**
 * Origins that pages may load sound and pictures from with this station: anything over TLS, and the station's own host
 * where that has none (its streams usually have a port of their own).
 */
export function outsideOrigins(url: string): { media: string[]; images: string[] } {
  const { protocol, hostname } = new URL(url)
  const own = protocol === 'http:' ? [`http://${hostname}:*`] : []
  return { media: ['https:', ...own], images: own }
}

/**
 * Asks the station every 30 s what is on, one question for all visitors of this process, and tells them. A question
 * that fails is written to the log and otherwise forgotten: what was heard last stays.
 */
export function openOutsideStation({
  url,
  station,
  origin,
  log,
  clock,
  findArtistUrl = () => null,
  time = machineTime,
  timeout = (ms) => AbortSignal.timeout(ms),
}: Parts): OutsideStation {
  const listeners = new Set<(now: NowPlaying) => void>()
  const ending = new AbortController()
  const world = { isWelcome: (address: string) => isWelcome(address, url), findArtistUrl }
  let heard: Heard = unheard(`${origin}/radio/stream.mp3`)
  let lastFault: string | undefined
  let takeBack = () => {}

  const nowPlaying = () => asOf(heard, clock.now().getTime())

  async function ask(): Promise<void> {
    const askedAt = time.steadyMs()
    try {
      const before = heard
      heard = takeIn(await askStation(url, station, { signal: ending.signal, timeoutMs, timeout }), before, world)
      if (lastFault) log.info({ station }, 'external station reachable again')
      lastFault = undefined
      if (isNews(before, heard)) tell()
    } catch (error) {
      if (ending.signal.aborted) return
      const { message } = error as Error
      if (message !== lastFault)
        log.warn({ station, fault: message }, 'polling external station failed; keeping last known state')
      lastFault = message
    }
    if (!ending.signal.aborted) takeBack = time.after(Math.max(0, askedAt + everyMs - time.steadyMs()), ask)
  }

  function tell(): void {
    const now = nowPlaying()
    for (const listener of listeners) {
      try {
        listener(now)
      } catch (error) {
        log.warn({ err: error }, 'now-playing listener failed')
      }
    }
  }

  takeBack = time.after(0, ask)
  return {
    listenUrl: () => heard.station.listen_url,
    nowPlaying,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    // What it cannot play is seen at the station itself.
    problems: () => [],
    fault: () => lastFault,
    stop() {
      ending.abort()
      takeBack()
    },
  }
}

function isNews(before: Heard, after: Heard): boolean {
  const shown = ({ now_playing: now, playing_next: next, is_online, listeners, station }: Heard) =>
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

function unheard(listenUrl: string): Heard {
  return {
    station: { id: 0, name: 'Swade Radio', shortcode: '', listen_url: listenUrl },
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
 * Asks an AzuraCast once what is on.
 *
 * @param url Address of the installation, with or without a path before `/api`.
 * @throws StationFault for whatever is not a whole, sound answer within the time.
 */
async function askStation(url: string, station: string, limits: CallLimits): Promise<AzuracastAnswer> {
  const address = new URL(`${url.replace(/\/+$/, '')}/api/nowplaying/${encodeURIComponent(station)}`)
  const body = await read(address, limits)
  const parsed = azuracastAnswerSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StationFault(`the response is not valid AzuraCast data (${issue?.path.join('.') || 'as a whole'})`)
}

async function read(address: URL, limits: CallLimits): Promise<unknown> {
  const { status, body } = await callStation(address, limits)
  if (status !== 200) throw new StationFault(`the station responded with ${status}`)
  return parseAnswer(body)
}
