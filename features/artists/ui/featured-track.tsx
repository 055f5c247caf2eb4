import { useTranslations } from 'use-intl/react'
import { audioSource } from '#shared/audio-address.ts'
import { LiveFigure } from '#ui/audio/live-figure.tsx'
import { TrackPlayer } from '#ui/audio/track-player.tsx'
import { useFigureAddress } from '#ui/figure/figure-keys.ts'
import type { Artist } from '#features/artists/contract.ts'
import { artistMediaPath, trackWaveformPath } from '#features/artists/media-paths.ts'

type Track = NonNullable<Artist['featuredTrack']>

/**
 * Player of an artist's featured track.
 *
 * @param hue OKLCH hue angle of the artist's artwork.
 */
export function FeaturedTrack({ artist, track, hue }: { artist: Artist; track: Track; hue: number }) {
  const t = useTranslations('artists.page')
  const addressOf = useFigureAddress()
  return (
    <section aria-labelledby="track-heading" className="border-t border-groove">
      <div className="wrap py-16 md:py-24 lg:grid lg:grid-cols-12 lg:gap-x-8">
        <div className="lg:col-span-11 lg:col-start-2">
          <TrackPlayer
            track={{
              id: `track:${artist.slug}`,
              title: track.title,
              artist: artist.name,
              src: audioSource(artistMediaPath(artist.slug, track.file)),
              durationSeconds: track.durationSeconds,
              waveformUrl: trackWaveformPath(artist.slug),
              artwork: artist.image || addressOf({ slug: artist.slug, variant: 'square', width: 640 }),
              hue,
            }}
            heading={
              <div className="flex flex-col gap-3">
                <h2 id="track-heading" className="label text-dust">
                  {t('track')}
                </h2>
                <p className="heading">{track.title}</p>
              </div>
            }
            image={({ isPlaying, read }) => (
              <LiveFigure
                slug={artist.slug}
                size={288}
                active={isPlaying}
                levels={read}
                image={artist.image}
                className="absolute! inset-0 size-full! max-md:top-1/2 max-md:aspect-square max-md:h-auto! max-md:-translate-y-1/2"
              />
            )}
          >
            {t('trackNote', { generated: artist.aiGenerated ? 'yes' : 'no' })}
          </TrackPlayer>
        </div>
      </div>
    </section>
  )
}
