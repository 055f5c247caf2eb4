import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useVideoSource } from '#ui/audio/video-source.ts'
import { Section } from '#ui/section.tsx'
import type { Artist } from '#features/artists/contract.ts'
import { YouTubeVideo } from './youtube-video.tsx'

type Video = Artist['videos'][number]

/**
 * Grid of the artist's videos. Only posters are loaded before the visitor presses play, and lazily where the browser
 * supports it.
 */
export function VideoGrid({ artist }: { artist: Artist }) {
  const t = useTranslations('artists.videos')
  return (
    <Section id="videos" margin={1} title={t('title')}>
      <ul className={artist.videos.length > 1 ? 'grid gap-x-8 gap-y-10 md:grid-cols-2' : 'max-w-4xl'}>
        {artist.videos.map((video) => (
          <li key={video.file ?? video.youtubeId} className="flex flex-col gap-3">
            {video.youtubeId ? (
              <YouTubeVideo artist={artist} title={video.title} youtubeId={video.youtubeId} />
            ) : (
              <HostedVideo artist={artist} video={video} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function HostedVideo({ artist, video }: { artist: Artist; video: Video }) {
  const t = useTranslations('artists.videos')
  const media = `/media/artists/${artist.slug}/`
  const element = useRef<HTMLVideoElement>(null)
  useVideoSource(element, `element:${artist.slug}/${video.file}`)
  return (
    <figure className="flex flex-col gap-3">
      {/* The browser's controls are expensive to lay out, so this is deferred until the video is near the viewport,
          unless that would clip the focus ring. */}
      <div className="aspect-video [overflow-clip-margin:0.5rem] supports-[overflow-clip-margin:0.5rem]:[content-visibility:auto]">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- these videos are instrumental, without speech */}
        <video
          ref={element}
          controls
          playsInline
          preload="none"
          // @ts-expect-error the types do not know it yet; without it the poster comes with the page, before what is on
          //   screen
          loading="lazy"
          poster={video.poster ? media + video.poster : undefined}
          src={media + video.file}
          aria-label={t('by', { title: video.title, artist: artist.name })}
          width={1280}
          height={720}
          className="aspect-video h-auto w-full border border-groove bg-plate-raised object-cover"
        />
      </div>
      <figcaption className="title">{video.title}</figcaption>
    </figure>
  )
}
