import { useCallback, useEffect, useRef, useState } from 'react'
import { playerAddress } from '#features/artists/youtube.ts'
import { useYouTubeSource } from './youtube-source.ts'
import { type FilmTrouble, playerLimitMs } from './youtube-words.ts'

/** YouTube's player, there from the moment it was asked for. */
export function YouTubePlayer(props: { youtubeId: string; title: string; onTrouble: (trouble: FilmTrouble) => void }) {
  const { youtubeId, title, onTrouble } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [isSilent, setIsSilent] = useState(false)
  const isHeard = useRef(false)
  const onHeard = useCallback(() => {
    isHeard.current = true
    setIsSilent(false)
  }, [])
  useYouTubeSource(frame, `film:youtube/${youtubeId}`, { onHeard, onTrouble })

  useEffect(() => frame.current?.focus(), [])
  useEffect(() => {
    // What cannot be reached fires `load` as well: then only the player's silence shows it, and it may yet play.
    const timer = setTimeout(() => (isLoaded ? setIsSilent(!isHeard.current) : onTrouble('slow')), playerLimitMs)
    return () => clearTimeout(timer)
  }, [isLoaded, onTrouble])

  return (
    <div className="flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden border border-groove bg-plate-raised">
        <iframe
          ref={frame}
          title={`${title}, on YouTube`}
          src={playerAddress(youtubeId, location.origin)}
          // The player refuses to run for a page it does not know.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          data-loaded={isLoaded || undefined}
          onLoad={() => setIsLoaded(true)}
          className="absolute inset-0 size-full"
        />
        {isLoaded ? null : (
          <p role="status" className="label pointer-events-none absolute bottom-4 left-4 text-dust">
            Opening YouTube …
          </p>
        )}
      </div>
      {isSilent ? (
        <p role="status" className="text-small text-dust">
          Nothing was heard from YouTube yet. If no film shows, it may be out of reach from here.
        </p>
      ) : null}
    </div>
  )
}
