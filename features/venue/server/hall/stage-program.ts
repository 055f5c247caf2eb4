import { doorsMs } from '#features/venue/hall/doors.ts'
import type { Stage, StageEvent } from '#features/venue/hall/hall-rules.ts'
import type { Occurrence } from '#features/venue/contract.ts'
import type { NowPlaying } from '#features/radio/contract.ts'

/** A recording of a set list. */
export type SetListTrack = {
  title: string
  artist: string
  figure: string
  /** Path of the artwork on this site. */
  art: string
  audio: string
  levels: string | null
  durationSeconds: number
}

/** Returns the event whose doors are open or that is running; a running one comes first. */
export function eventAt(
  occurrences: readonly Occurrence[],
  nowMs: number,
): (StageEvent & { setList: readonly string[] }) | undefined {
  const open = occurrences.filter(
    ({ isCalledOff, startsAt, endsAt }) =>
      !isCalledOff && Date.parse(startsAt) - doorsMs <= nowMs && nowMs < Date.parse(endsAt),
  )
  const found = open.find(({ startsAt }) => Date.parse(startsAt) <= nowMs) ?? open[0]
  if (!found) return undefined
  const { key, title, startsAt, endsAt, setList } = found
  const startsAtMs = Date.parse(startsAt)
  return {
    key,
    title,
    state: startsAtMs <= nowMs ? 'live' : 'doors',
    startsAtMs,
    endsAtMs: Date.parse(endsAt),
    setList,
  }
}

/**
 * Returns what a set list plays at a time: it starts with the event and repeats until the end. It depends on the clock
 * alone, so all guests of all processes hear the same.
 *
 * @returns undefined for a list without audio.
 */
export function trackAt(
  tracks: readonly SetListTrack[],
  startsAtMs: number,
  nowMs: number,
): { track: SetListTrack; startsAtMs: number; endsAtMs: number } | undefined {
  const totalMs = tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds * 1000, 0)
  if (!(totalMs > 0) || nowMs < startsAtMs) return undefined
  let from = startsAtMs + Math.floor((nowMs - startsAtMs) / totalMs) * totalMs
  for (const track of tracks) {
    const endsAtMs = from + track.durationSeconds * 1000
    if (nowMs < endsAtMs) return { track, startsAtMs: from, endsAtMs }
    from = endsAtMs
  }
  // Only reached through rounding at the very end of the set list.
  return { track: tracks[0]!, startsAtMs: from, endsAtMs: from + tracks[0]!.durationSeconds * 1000 }
}

/** Dependencies of {@link stageAt}. */
type StageDeps = {
  nowMs: number
  occurrences: readonly Occurrence[]
  station: NowPlaying
  /** Returns the featured track of an artist; undefined if there is none. */
  findTrack: (artistSlug: string) => SetListTrack | undefined
  /** Absolute origin of this site. */
  origin: string
}

/**
 * Returns what the stage plays and shows, and the time of the next scheduled change.
 *
 * @returns `changesAtMs` is Infinity if only the station can change it.
 */
export function stageAt({ nowMs, occurrences, station, findTrack, origin }: StageDeps): {
  stage: Stage
  changesAtMs: number
} {
  const open = eventAt(occurrences, nowMs)
  const { setList = [], ...event } = open ?? {}
  const eventChanges = occurrences
    .flatMap(({ startsAt, endsAt, isCalledOff }) =>
      isCalledOff ? [] : [Date.parse(startsAt) - doorsMs, Date.parse(startsAt), Date.parse(endsAt)],
    )
    .filter((at) => at > nowMs)
  const nextEventMs = Math.min(...eventChanges, Number.POSITIVE_INFINITY)
  const shown = open ? (event as StageEvent) : null
  if (open?.state === 'live') {
    const tracks = setList.flatMap((slug) => findTrack(slug) ?? [])
    const playing = trackAt(tracks, open.startsAtMs, nowMs)
    if (playing) {
      const { durationSeconds: _, ...track } = playing.track
      return {
        stage: { source: 'set-list', ...track, startsAtMs: playing.startsAtMs, burstMs: 0, event: shown },
        changesAtMs: Math.min(playing.endsAtMs, nextEventMs),
      }
    }
  }
  return { stage: stationStage(station, shown, origin), changesAtMs: nextEventMs }
}

const stationFigure = 'swade'

function stationStage(station: NowPlaying, event: StageEvent | null, origin: string): Stage {
  const song = station.now_playing?.song
  const figure = /^\/artist\/([a-z0-9-]+)$/.exec(song?.artist_url ?? '')?.[1] ?? stationFigure
  return {
    source: station.is_online && song ? 'station' : 'silent',
    title: song?.title ?? '',
    artist: song?.artist ?? '',
    figure,
    art: ownPath(song?.art ?? '', origin) ?? '',
    audio: station.station.listen_url.startsWith(`${origin}/`)
      ? station.station.listen_url.slice(origin.length)
      : station.station.listen_url,
    startsAtMs: station.clock.started_at_ms ?? (station.now_playing?.played_at ?? 0) * 1000,
    burstMs: station.clock.burst_ms,
    levels: song?.levels_url ?? null,
    event,
  }
}

/**
 * Returns an address as a path of this site: a texture must come from this site, because WebGL may not read images of
 * others.
 */
function ownPath(address: string, origin: string): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return address
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined
}
