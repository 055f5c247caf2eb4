import { LiveFigure } from '#ui/audio/live-figure.tsx'
import { useNowHeard } from './now-playing-store.ts'
import { useSongLevels } from './use-song-levels.ts'

/** The station's artwork, moving with the song that is heard, in the corner of the hero. */
export function MovingFigure() {
  const { song } = useNowHeard()
  const levels = useSongLevels(true, song)
  return (
    <div data-live-hero aria-hidden="true" className="wrap absolute inset-x-0 top-16 -z-10 flex justify-end">
      <LiveFigure slug="swade" size={288} active levels={levels} className="max-md:!size-32" />
    </div>
  )
}
