import { findFigureImage } from '#shared/chladni-address.ts'
import { LiveFigure } from '#ui/audio/live-figure.tsx'
import type { SongOnAir } from './read-on-air.ts'
import { useSongLevels } from './use-song-levels.ts'

const stationFigure = 'swade'

/** Returns the name of the artist's artwork, or of the song's own if the artist has no page here. */
function figureOf(song: SongOnAir | undefined): string {
  if (song?.artistPath) return song.artistPath.split('/').at(-1)!
  return findFigureImage(song?.art?.split('/').at(-1) ?? '')?.slug ?? stationFigure
}

/** Artwork of the artist on air: still, or an image of the owner, until audio plays; then it moves with the song. */
export function BarFigure({ isHeard, song }: { isHeard: boolean; song: SongOnAir | undefined }) {
  const levels = useSongLevels(isHeard, song)
  return (
    <LiveFigure
      slug={figureOf(song)}
      size={40}
      active={isHeard}
      levels={levels}
      image={song?.art?.startsWith('/media/') ? song.art : undefined}
      className="border border-groove bg-plate md:!size-12"
    />
  )
}
