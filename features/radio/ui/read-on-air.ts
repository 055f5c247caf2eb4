import { cutText } from '#shared/cut-text.ts'
import type { NowPlaying } from '#features/radio/contract.ts'

/** One song as the bar shows it; `startsAtMs` is the station's time. */
export type SongOnAir = {
  title: string
  artist: string
  album: string
  art: string | undefined
  /** The artist's page on this site. */
  artistPath: string | undefined
  levelsPath: string | undefined
  startsAtMs: number
}

/** Parsed now-playing response. */
export type OnAir = {
  stationName: string
  isOnline: boolean
  listeners: number | undefined
  /** Address of the stream: our own path or the external station's URL. */
  streamAddress: string
  nowMs: number
  burstMs: number
  current: SongOnAir | undefined
  next: SongOnAir | undefined
}

/** The station's stream when it is the built-in one. */
export const builtInStreamPath = '/radio/stream.mp3'

/**
 * Parses a response of `GET /api/radio/now-playing`, which may be a proxy's page, truncated or of wrong types. Missing
 * fields are left out.
 *
 * @param receivedAtMs Replaces the station's clock if the response has none.
 * @returns undefined when the response is not about a station.
 */
export function readOnAir(answer: unknown, receivedAtMs: number): OnAir | undefined {
  const now = asObject<NowPlaying>(answer)
  const station = asObject<NowPlaying['station']>(now?.station)
  if (!now || !station) return undefined
  const clock = asObject<NowPlaying['clock']>(now.clock)
  const nowMs = asNumber(clock?.now_ms) ?? receivedAtMs
  const isExternal = clock?.source === 'azuracast'
  const listenUrl = asAddress(station.listen_url)
  const ownOrigin = isExternal ? undefined : listenUrl?.origin
  return {
    stationName: asText(station.name) ?? '',
    isOnline: now.is_online !== false,
    listeners: asNumber(asObject<NowPlaying['listeners']>(now.listeners)?.total),
    streamAddress: (isExternal && listenUrl?.href) || builtInStreamPath,
    nowMs,
    burstMs: asNumber(clock?.burst_ms) ?? 0,
    current: readSong(now.now_playing, asNumber(clock?.started_at_ms), nowMs, ownOrigin),
    next: readSong(now.playing_next, asNumber(clock?.next_starts_at_ms), undefined, ownOrigin),
  }
}

function readSong(
  entry: unknown,
  startsAtMs: number | undefined,
  otherwiseMs: number | undefined,
  ownOrigin: string | undefined,
): SongOnAir | undefined {
  const played = asObject<NonNullable<NowPlaying['now_playing']>>(entry)
  const song = asObject<NonNullable<NowPlaying['now_playing']>['song']>(played?.song)
  const title = asText(song?.title) ?? asText(song?.text)
  const playedAt = asNumber(played?.played_at)
  const at = startsAtMs ?? (playedAt ? playedAt * 1000 : otherwiseMs)
  if (!song || !title || at === undefined) return undefined
  return {
    title,
    artist: asText(song.artist) ?? '',
    album: asText(song.album) ?? '',
    art: readImage(song.art, ownOrigin),
    artistPath: asPath(song.artist_url),
    levelsPath: asPath(song.levels_url),
    startsAtMs: at,
  }
}

/**
 * Our own images are requested from the visitor's current origin, which may differ from the configured one.
 *
 * @param ownOrigin The site's configured origin; undefined for an external station.
 */
function readImage(art: unknown, ownOrigin: string | undefined): string | undefined {
  const address = asAddress(art)
  if (!address) return asPath(art)
  const { origin, pathname, search, href } = address
  return origin === ownOrigin ? pathname + search : href
}

/** Returns the fields of an object, none of which can be trusted to have its type. */
function asObject<Shape>(value: unknown): { [Key in keyof Shape]?: unknown } | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

function asText(value: unknown): string | undefined {
  return (typeof value === 'string' && cutText(value.trim(), 200)) || undefined
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Returns an address on the web. */
function asAddress(value: unknown): URL | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined
}

/** Returns a path of our own site, never of another host. */
function asPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined
}
