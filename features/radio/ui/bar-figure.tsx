import { useEffect, useRef } from 'react'
import { findFigureImage } from '#shared/chladni-address.ts'
import { LiveFigure } from '#ui/audio/live-figure.tsx'
import { heardAtMs } from './now-playing-store.ts'
import type { SongOnAir } from './read-on-air.ts'
import type { SongLevels } from './song-levels.ts'

const stationFigure = 'swade'

/** The artist's, or that of the song itself when its artist has no page here. */
function figureOf(song: SongOnAir | undefined): string {
  if (song?.artistPath) return song.artistPath.split('/').at(-1)!
  return findFigureImage(song?.art?.split('/').at(-1) ?? '')?.slug ?? stationFigure
}

/** Figure of the artist on air. It is still until there is sound, then it moves with the song. */
export function BarFigure({ isHeard, song }: { isHeard: boolean; song: SongOnAir | undefined }) {
  const levels = useRef<SongLevels>(undefined)
  const path = isHeard ? song?.levelsPath : undefined
  useEffect(() => {
    if (!path) return
    let isOver = false
    void import('./song-levels.ts')
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
  return (
    <LiveFigure
      slug={figureOf(song)}
      size={40}
      active={isHeard}
      levels={() => (song ? levels.current?.((heardAtMs() - song.startsAtMs) / 1000) : undefined)}
      className="border border-groove bg-plate md:!size-12"
    />
  )
}
