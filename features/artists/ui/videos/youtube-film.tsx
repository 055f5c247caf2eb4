import { ArrowUpRight, Play, RotateCw } from 'lucide-react'
import { type MouseEvent, useCallback, useState } from 'react'
import type { Artist } from '#features/artists/contract.ts'
import { posterPath, watchAddress } from '#features/artists/youtube.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { YouTubePlayer } from './youtube-player.tsx'
import { type FilmTrouble, troubleWords } from './youtube-words.ts'

type Film = { artist: Pick<Artist, 'slug' | 'name'>; title: string; youtubeId: string }

/** A film on YouTube: a poster from here until somebody presses play, YouTube's player from then on. */
export function YouTubeFilm({ artist, title, youtubeId }: Film) {
  const [isAsked, setIsAsked] = useState(false)
  const [trouble, setTrouble] = useState<FilmTrouble>()
  const onTrouble = useCallback((what: FilmTrouble) => setTrouble(what), [])
  const play = () => {
    setTrouble(undefined)
    setIsAsked(true)
  }
  return (
    <figure className="flex flex-col gap-3">
      {!isAsked ? (
        <Facade artist={artist} title={title} youtubeId={youtubeId} onPlay={play} />
      ) : trouble === undefined ? (
        <YouTubePlayer youtubeId={youtubeId} title={title} onTrouble={onTrouble} />
      ) : (
        <Trouble artist={artist} youtubeId={youtubeId} trouble={trouble} onRetry={play} />
      )}
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="title">{title}</span>
        <a
          href={watchAddress(youtubeId)}
          target="_blank"
          rel="noopener noreferrer"
          className="label inline-flex min-h-11 items-center gap-1.5 text-dust underline-offset-4 hover:text-sand hover:underline"
        >
          Watch on YouTube
          <ArrowUpRight size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        {isAsked ? null : <span className="basis-full text-small text-dust">Nothing is loaded from YouTube before you press play.</span>}
      </figcaption>
    </figure>
  )
}

// A link to the film, so that it works before script came and without it; a plain click plays it here.
function Facade({ artist, title, youtubeId, onPlay }: Film & { onPlay: () => void }) {
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onPlay()
  }
  return (
    <a
      href={watchAddress(youtubeId)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={play}
      aria-label={`Play from YouTube: ${title}, by ${artist.name}`}
      className="group relative block aspect-video overflow-hidden border border-groove bg-plate-raised hover:border-dust"
    >
      <Poster
        artist={artist}
        youtubeId={youtubeId}
        className="opacity-80 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
      />
      <span className="label absolute bottom-0 left-0 inline-flex min-h-11 items-center gap-2 bg-live px-4 text-plate">
        <Play size={14} strokeWidth={1.5} aria-hidden="true" />
        Play from YouTube
      </span>
    </a>
  )
}

function Trouble(props: { artist: Film['artist']; youtubeId: string; trouble: FilmTrouble; onRetry: () => void }) {
  return (
    <div className="relative isolate flex aspect-video flex-col items-start justify-end gap-4 overflow-hidden border border-groove bg-plate p-5 md:p-6">
      <div className="absolute inset-0 -z-10 opacity-20" aria-hidden="true">
        <Poster artist={props.artist} youtubeId={props.youtubeId} />
      </div>
      <p role="alert" className="measure">
        {troubleWords(props.trouble)}
      </p>
      <Button onClick={props.onRetry}>
        <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
        Try Again
      </Button>
    </div>
  )
}

function Poster({ artist, youtubeId, className = '' }: { artist: Film['artist']; youtubeId: string; className?: string }) {
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
