import { useEffect, useRef } from 'react'
import { heardAtMs } from './now-playing-store.ts'
import type { SongOnAir } from './read-on-air.ts'
import type { SongLevels } from '#ui/audio/song-levels.ts'

/**
 * Loads the levels of the song that is heard.
 *
 * @returns A function that returns the bands at this time; undefined while they are unknown.
 */
export function useSongLevels(isHeard: boolean, song: SongOnAir | undefined): () => Uint8Array | undefined {
  const levels = useRef<SongLevels>(undefined)
  const path = isHeard ? song?.levelsPath : undefined
  useEffect(() => {
    if (!path) return
    let isOver = false
    void import('#ui/audio/song-levels.ts')
      .then(({ loadSongLevels }) => loadSongLevels(path))
      .then(
        (loaded) => {
          if (!isOver) levels.current = loaded
        },
        () => undefined,
      )
    return () => {
      isOver = true
      levels.current = undefined
    }
  }, [path])
  return () => (song ? levels.current?.((heardAtMs() - song.startsAtMs) / 1000) : undefined)
}
