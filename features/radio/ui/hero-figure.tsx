import { LiveFigure } from '#ui/audio/live-figure.tsx'
import { useNowHeard } from './now-playing-store.ts'
import { useSongLevels } from './use-song-levels.ts'

/** The station's figure, moving with the song that is heard. It stands at the side where no words are. */
export function MovingFigure() {
  const { song } = useNowHeard()
  const levels = useSongLevels(true, song)
  return (
    <div
      data-live-hero
      aria-hidden="true"
      className="absolute inset-y-0 right-0 -z-10 flex items-start justify-end overflow-hidden opacity-60 max-lg:opacity-40"
    >
      <LiveFigure slug="swade" size={640} active levels={levels} className="max-md:!size-[22rem] md:mt-4" />
    </div>
  )
}
