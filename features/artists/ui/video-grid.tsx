import { ArrowUpRight } from 'lucide-react'
import { Figure } from '#ui/figure/figure.tsx'
import { Section } from '#ui/section.tsx'
import type { Artist } from '#features/artists/contract.ts'

type Video = Artist['videos'][number]

/** The artist's films. Nothing is fetched before somebody presses play, and nothing comes from elsewhere at all. */
export function VideoGrid({ artist }: { artist: Artist }) {
  return (
    <Section id="videos" title="Music Videos">
      <ul className={artist.videos.length > 1 ? 'grid gap-x-8 gap-y-10 md:grid-cols-2' : 'max-w-4xl'}>
        {artist.videos.map((video) => (
          <li key={video.file ?? video.youtubeId} className="flex flex-col gap-3">
            {video.file ? <OwnFilm artist={artist} video={video} /> : <YouTubeLink artist={artist} video={video} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function OwnFilm({ artist, video }: { artist: Artist; video: Video }) {
  const media = `/media/artists/${artist.slug}/`
  return (
    <figure className="flex flex-col gap-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- these films are instrumental: nothing is said */}
      <video
        controls
        playsInline
        preload="none"
        poster={video.poster ? media + video.poster : undefined}
        src={media + video.file}
        aria-label={`${video.title}, by ${artist.name}`}
        width={1280}
        height={720}
        className="aspect-video h-auto w-full border border-groove bg-plate-raised object-cover"
      />
      <figcaption className="title">{video.title}</figcaption>
    </figure>
  )
}

// A link out, not an embed: the visitor decides when another company learns of the visit.
function YouTubeLink({ artist, video }: { artist: Artist; video: Video }) {
  return (
    <a
      href={`https://www.youtube.com/watch?v=${video.youtubeId}`}
      target="_blank"
      rel="noopener noreferrer"
      className="group flex flex-col gap-3"
    >
      <span className="relative block aspect-video overflow-hidden border border-groove bg-plate-raised">
        <Figure
          slug={artist.slug}
          variant="wide"
          sizes="(min-width: 48rem) 40vw, 90vw"
          className="size-full object-cover opacity-70 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
        <span className="label absolute bottom-0 left-0 inline-flex min-h-9 items-center gap-2 bg-live px-3 text-plate">
          Watch on YouTube
          <ArrowUpRight size={14} strokeWidth={1.5} aria-hidden="true" />
        </span>
      </span>
      <span className="title">{video.title}</span>
    </a>
  )
}
