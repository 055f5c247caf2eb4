import type { NowPlaying, Recording, Song } from '#features/radio/contract.ts'
import { endsAtMs, type Play } from './plan.ts'

/** A play with the recording that is announced for it. */
type Played = { play: Play; recording: Recording | undefined }

type StationReportInput = {
  /** Name of the station. */
  name: string
  origin: string
  listenUrl: string
  nowMs: number
  current: Played | undefined
  next: Played | undefined
  /** Newest first. */
  history: Played[]
  listeners: number
  burstMs: number
}

/** Builds the now-playing information of the built-in station. */
export function reportStation({
  name,
  origin,
  listenUrl,
  nowMs,
  current,
  next,
  history,
  listeners,
  burstMs,
}: StationReportInput): NowPlaying {
  const endsAt = current && endsAtMs(current.play)
  const played = (playedSong: Played) => describe(playedSong, origin)
  const elapsedMs = current ? nowMs - current.play.startsAtMs : 0
  const seconds = Math.floor(elapsedMs / 1000)
  return {
    station: { id: 1, name, shortcode: 'swade', listen_url: listenUrl },
    listeners: { total: listeners, unique: listeners, current: listeners },
    live: { is_live: false, streamer_name: '' },
    now_playing: current
      ? { ...played(current), elapsed: seconds, remaining: Math.max(0, Math.round(played(current).duration) - seconds) }
      : null,
    playing_next: next ? played(next) : null,
    song_history: history.map(played),
    is_online: current !== undefined,
    clock: {
      now_ms: Math.round(nowMs),
      started_at_ms: current?.play.startsAtMs ?? null,
      ends_at_ms: endsAt ?? null,
      next_starts_at_ms: next?.play.startsAtMs ?? endsAt ?? null,
      burst_ms: burstMs,
      source: 'built-in',
    },
  }
}

function describe({ play, recording }: Played, origin: string): NonNullable<NowPlaying['playing_next']> {
  const title = recording?.title ?? play.title
  const artist = recording?.artist ?? play.artist
  const song: Song = {
    id: recording?.id ?? play.recordingId,
    text: `${artist} - ${title}`,
    artist,
    title,
    album: recording?.album ?? '',
    genre: recording?.genre ?? '',
    art: recording?.art ? new URL(recording.art, origin).href : '',
    artist_url: recording?.artistUrl ?? null,
    levels_url: recording?.levelsUrl ?? null,
  }
  return {
    sh_id: play.position,
    played_at: Math.floor(play.startsAtMs / 1000),
    duration: Math.round(endsAtMs(play) - play.startsAtMs) / 1000,
    song,
  }
}
