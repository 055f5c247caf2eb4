import type { NowPlaying, Song } from '#features/radio/contract.ts'
import type { AzuracastResponse, AzuracastPlay } from './response-schema.ts'

/** Burst that Icecast sends to a new listener. */
const burstBytes = 64 * 1024
const usualKilobits = 128
const historyLength = 10

/** Rules for mapping an external station's response. */
type MappingContext = {
  /** Returns whether pages may load this address. */
  isWelcome(address: string): boolean
  /** Finds the page of an artist on this site. */
  findArtistUrl(name: string): string | null
}

/** Last known state of the station, without the time-dependent fields. */
export type StationSnapshot = Omit<NowPlaying, 'clock'> & { burstMs: number }

/**
 * Maps a response of the station to a snapshot.
 *
 * @param before The previous snapshot: a station that is on air without naming its song keeps the last one.
 */
export function mapResponse(
  { station, listeners, live, ...answer }: AzuracastResponse,
  before: StationSnapshot,
  context: MappingContext,
): StationSnapshot {
  const name = station.name || before.station.name
  const toPlay = (play: AzuracastPlay) => ({
    sh_id: play.sh_id,
    played_at: Math.floor(play.played_at),
    duration: play.duration,
    song: toSong(play.song, name, context),
  })
  const now = answer.now_playing && { ...toPlay(answer.now_playing), elapsed: 0, remaining: 0 }
  const { total } = listeners
  return {
    station: {
      id: station.id,
      name,
      shortcode: station.shortcode,
      listen_url: context.isWelcome(station.listen_url) ? station.listen_url : before.station.listen_url,
    },
    listeners: { total, unique: listeners.unique ?? total, current: total },
    live,
    // Off air, other fields of the response may be outdated.
    now_playing: answer.is_online ? (now ?? before.now_playing) : null,
    playing_next: answer.is_online && answer.playing_next ? toPlay(answer.playing_next) : null,
    song_history: answer.song_history
      .filter((play) => play !== null)
      .slice(0, historyLength)
      .map(toPlay),
    is_online: answer.is_online,
    burstMs: Math.round((burstBytes * 8) / bitrateOf(station)),
  }
}

/** Returns the now-playing information for a point in time, computed from the snapshot. */
export function toNowPlaying({ burstMs, ...snapshot }: StationSnapshot, nowMs: number): NowPlaying {
  const playing = snapshot.now_playing
  const startedAtMs = playing ? playing.played_at * 1000 : null
  const endsAtMs = playing && playing.duration > 0 ? Math.round((playing.played_at + playing.duration) * 1000) : null
  const sinceStart = playing ? Math.max(0, Math.floor(nowMs / 1000) - playing.played_at) : 0
  return {
    ...snapshot,
    now_playing: playing && {
      ...playing,
      elapsed: playing.duration > 0 ? Math.min(sinceStart, Math.floor(playing.duration)) : sinceStart,
      remaining: Math.max(0, Math.floor(playing.duration) - sinceStart),
    },
    clock: {
      now_ms: Math.round(nowMs),
      started_at_ms: startedAtMs,
      ends_at_ms: endsAtMs,
      next_starts_at_ms: endsAtMs,
      burst_ms: burstMs,
      source: 'azuracast',
    },
  }
}

function toSong(song: AzuracastPlay['song'], stationName: string, context: MappingContext): Song {
  // If title and artist are missing, the text may contain both.
  const [first = '', ...rest] = song.text.split(' - ')
  const isInText = !song.title && rest.length > 0
  const artist = song.artist || (isInText ? first : '')
  const title = song.title || (isInText ? rest.join(' - ') : song.text) || stationName
  return {
    id: song.id,
    text: song.text || [artist, title].filter(Boolean).join(' - '),
    artist,
    title,
    album: song.album,
    genre: song.genre,
    art: song.art && context.isWelcome(song.art) ? song.art : '',
    artist_url: artist ? context.findArtistUrl(artist) : null,
    levels_url: null,
  }
}

function bitrateOf({ mounts }: AzuracastResponse['station']): number {
  return (mounts.find((mount) => mount.is_default) ?? mounts[0])?.bitrate ?? usualKilobits
}
