import { ArrowUpRight, Play, RotateCw } from 'lucide-react'
import { type MouseEvent, useCallback, useState, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Artist } from '#features/artists/contract.ts'
import { posterPath, videoAddress, playerAddress } from '#features/artists/youtube.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { useYouTubeSource } from './youtube-source.ts'

/** Time limit for the player to load. */
const playerLimitMs = 8_000

/** Error of a video: a code of the player, or a timeout. */
type VideoError = number | 'slow'

/**
 * Returns the key of the message for a video that does not play.
 *
 * @see https://developers.google.com/youtube/iframe_api_reference#onError
 */
function messageOf(error: VideoError) {
  switch (error) {
    case 'slow':
      return 'slow'
    case 2:
    case 100:
      return 'gone'
    case 5:
      return 'playerFailed'
    case 101:
    case 150:
      return 'onlyThere'
    case 153:
      return 'noReferrer'
    default:
      return 'failed'
  }
}

type YouTubeVideoProps = { artist: Pick<Artist, 'slug' | 'name'>; title: string; youtubeId: string }

/** A YouTube video: a poster served from here until the visitor presses play, then YouTube's player. */
export function YouTubeVideo({ artist, title, youtubeId }: YouTubeVideoProps) {
  const t = useTranslations('artists.videos')
  const [isRequested, setIsRequested] = useState(false)
  const [error, setError] = useState<VideoError>()
  const onError = useCallback((what: VideoError) => setError(what), [])
  const play = () => {
    setError(undefined)
    setIsRequested(true)
  }
  return (
    <figure className="flex flex-col gap-3">
      {!isRequested ? (
        <PosterLink artist={artist} title={title} youtubeId={youtubeId} onPlay={play} />
      ) : error === undefined ? (
        <YouTubePlayer youtubeId={youtubeId} title={title} onError={onError} />
      ) : (
        <VideoErrorNotice artist={artist} youtubeId={youtubeId} error={error} onRetry={play} />
      )}
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="title">{title}</span>
        <a
          href={videoAddress(youtubeId)}
          target="_blank"
          rel="noopener noreferrer"
          className="label inline-flex min-h-11 items-center gap-1.5 text-dust underline-offset-4 hover:text-sand hover:underline"
        >
          {t('watch')}
          <ArrowUpRight size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">{t('newTab')}</span>
        </a>
        {isRequested ? null : <span className="basis-full text-small text-dust">{t('nothingLoaded')}</span>}
      </figcaption>
    </figure>
  )
}

// A link to the video, so that it works without JavaScript; a plain click plays it here.
function PosterLink({ artist, title, youtubeId, onPlay }: YouTubeVideoProps & { onPlay: () => void }) {
  const t = useTranslations('artists.videos')
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onPlay()
  }
  return (
    <a
      href={videoAddress(youtubeId)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={play}
      aria-label={t('playTitle', { title, artist: artist.name })}
      className="group relative block aspect-video overflow-hidden border border-groove bg-plate-raised hover:border-dust"
    >
      <Poster
        artist={artist}
        youtubeId={youtubeId}
        className="opacity-80 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
      />
      <span className="label absolute bottom-0 left-0 inline-flex min-h-11 items-center gap-2 bg-live px-4 text-plate">
        <Play size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('play')}
      </span>
    </a>
  )
}

function VideoErrorNotice(props: {
  artist: YouTubeVideoProps['artist']
  youtubeId: string
  error: VideoError
  onRetry: () => void
}) {
  const t = useTranslations('artists.videos')
  return (
    <div className="relative isolate flex aspect-video flex-col items-start justify-end gap-4 overflow-hidden border border-groove bg-plate p-5 md:p-6">
      <div className="absolute inset-0 -z-10 opacity-20" aria-hidden="true">
        <Poster artist={props.artist} youtubeId={props.youtubeId} />
      </div>
      <p role="alert" className="measure">
        {t(messageOf(props.error), { seconds: playerLimitMs / 1000 })}
      </p>
      <Button onClick={props.onRetry}>
        <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('retry')}
      </Button>
    </div>
  )
}

function Poster({
  artist,
  youtubeId,
  className = '',
}: {
  artist: YouTubeVideoProps['artist']
  youtubeId: string
  className?: string
}) {
  return (
    <Figure
      slug={artist.slug}
      image={posterPath(artist.slug, youtubeId)}
      variant="wide"
      width={960}
      sizes="(min-width: 48rem) 40vw, 90vw"
      className={`size-full object-cover ${className}`}
    />
  )
}

/** YouTube's player, mounted when the visitor presses play. */
function YouTubePlayer(props: { youtubeId: string; title: string; onError: (error: VideoError) => void }) {
  const { youtubeId, title, onError } = props
  const t = useTranslations('artists.videos')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [isSilent, setIsSilent] = useState(false)
  const isPlayerReady = useRef(false)
  const onReady = useCallback(() => {
    isPlayerReady.current = true
    setIsSilent(false)
  }, [])
  useYouTubeSource(frame, `film:youtube/${youtubeId}`, { onReady, onError })

  useEffect(() => frame.current?.focus(), [])
  useEffect(() => {
    // An unreachable address fires `load` too; then only the missing messages reveal it, and the player may still
    // start.
    const timer = setTimeout(() => (isLoaded ? setIsSilent(!isPlayerReady.current) : onError('slow')), playerLimitMs)
    return () => clearTimeout(timer)
  }, [isLoaded, onError])

  return (
    <div className="flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden border border-groove bg-plate-raised">
        <iframe
          ref={frame}
          title={t('frame', { title })}
          src={playerAddress(youtubeId, location.origin)}
          // The player requires a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          data-loaded={isLoaded || undefined}
          onLoad={() => setIsLoaded(true)}
          className="absolute inset-0 size-full"
        />
        {isLoaded ? null : (
          <p role="status" className="label pointer-events-none absolute bottom-4 left-4 text-dust">
            {t('loading')}
          </p>
        )}
      </div>
      {isSilent ? (
        <p role="status" className="text-small text-dust">
          {t('silent')}
        </p>
      ) : null}
    </div>
  )
}
