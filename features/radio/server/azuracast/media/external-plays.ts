import type { Database } from '#platform/database/open-database.ts'
import type { FirstPlay, NowPlaying } from '#features/radio/contract.ts'
import type { TrackRow } from '../../tracks/queries.ts'
import { readText } from '../read-text.ts'
import { saveExternalPeak, saveExternalPlay, markSeenOnStation } from './queries.ts'

/** The station's clock may be a little behind ours. */
const graceMs = 60_000

// The text of the station passed through audio tags and our decoding, and both drop invisible characters.
const plain = (text: string) => readText(text).normalize('NFC').toLowerCase()
const same = (one: string, other: string) => plain(one) === plain(other)

/** Returns whether a song is the given track; the station reports only title and artist. */
export function isTrack(song: { title: string; artist: string }, track: Pick<TrackRow, 'title' | 'artist'>): boolean {
  return same(song.title, track.title) && same(song.artist, track.artist)
}

/**
 * Counts current and previous songs of an external station as plays of our tracks. A play that both begins and leaves
 * the history between two polls is missed.
 */
export async function saveExternalPlays(
  db: Database['db'],
  now: NowPlaying,
  tracks: readonly TrackRow[],
  { saveFirstPlay, isManual }: { saveFirstPlay(play: FirstPlay): Promise<boolean>; isManual: boolean },
): Promise<void> {
  const plays = [...now.song_history, ...(now.now_playing ? [now.now_playing] : [])].toSorted(
    (a, b) => a.sh_id - b.sh_id,
  )
  for (const { sh_id, played_at, song } of plays) {
    const track = sh_id > 0 ? tracks.find((one) => isTrack(song, one)) : undefined
    if (!track || played_at * 1000 < track.addedAt.getTime() - graceMs) continue
    const at = new Date(played_at * 1000)
    if (isManual) await markSeenOnStation(db, track.id)
    await saveExternalPlay(db, track.id, sh_id, at)
    await saveFirstPlay({ id: track.id, at })
  }
  const current = now.now_playing && tracks.find((one) => isTrack(now.now_playing!.song, one))
  if (current) await saveExternalPeak(db, current.id, now.listeners.total)
}
