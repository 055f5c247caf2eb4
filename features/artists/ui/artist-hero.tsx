import type { CSSProperties } from 'react'
import { ArrowUpRight } from 'lucide-react'
import { useViewTransitionState } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { BackLink } from '#ui/back-link.tsx'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Artist } from '#features/artists/contract.ts'
import { useArtistBadge } from './artist-badge.ts'
import { useArtistVoice } from './artist-voice.ts'
import { figureTransition } from './artist-card.tsx'

/** The two colors of an artist, which replace those of the site in the hero. */
export type ArtistColours = { ground: string; ink: string }

/**
 * Hero of a profile in the colors of the artist: the name on the plain background, the artwork beside it, so that no
 * text overlaps the drawing.
 */
export function ArtistHero({ artist, colours, number }: { artist: Artist; colours: ArtistColours; number: number }) {
  const carries = useViewTransitionState(`/artist/${artist.slug}`)
  const badge = useArtistBadge()
  const voice = useArtistVoice()
  const t = useTranslations('artists.page')
  return (
    // The navigation has the colors of the site.
    <header className="overflow-x-clip pt-16 lg:shown-whole">
      <div className="bg-plate text-sand" style={tokensOf(colours)}>
        <div className="wrap grid gap-y-8 pt-4 pb-16 md:pt-8 lg:grid-cols-12 lg:gap-x-8 lg:pb-20">
          <div className="lg:col-span-12">
            <BackLink to="/swade-fam">{t('back')}</BackLink>
          </div>
          <div className="relative -mx-[clamp(1.25rem,4vw,4rem)] aspect-square overflow-hidden border-y border-groove bg-plate-raised md:mx-0 md:aspect-[4/3] md:border lg:col-span-7 lg:col-start-6 lg:row-start-2 lg:-mr-[max(4rem,calc((100vw-90rem)/2+4rem))] lg:aspect-auto lg:h-[clamp(34rem,80vh,48rem)] lg:border-r-0">
            <Figure
              slug={artist.slug}
              image={artist.image}
              alt={(artist.image && artist.imageAlt) ?? ''}
              variant="square"
              sizes="(min-width: 64rem) 60vw, 100vw"
              priority
              transitionName={carries ? figureTransition(artist.slug) : undefined}
              className="size-full object-cover"
            />
            {badge(artist.slug, 'absolute top-0 left-0')}
          </div>
          <div className="flex flex-col items-start gap-6 lg:col-span-5 lg:row-start-2 lg:justify-end">
            <p className="label flex flex-wrap gap-x-4 gap-y-2 text-dust">
              <span aria-hidden="true">{String(number).padStart(2, '0')}</span>
              {artist.genres.map((genre) => (
                <span key={genre}>{genre}</span>
              ))}
            </p>
            <h1 className="display">{artist.name}</h1>
            <p className="measure text-lead">{artist.tagline}</p>
            {artist.aiGenerated ? <Tag>{t('generated')}</Tag> : null}
            <div className="flex flex-wrap gap-3 pt-2">
              {artist.spotifyUrl ? (
                <ButtonAnchor href={artist.spotifyUrl} target="_blank" rel="noopener noreferrer" variant="primary">
                  {t('onSpotify')}
                  <ArrowUpRight size={16} strokeWidth={1.5} aria-hidden="true" />
                </ButtonAnchor>
              ) : (
                <Button disabled>{t('spotifySoon')}</Button>
              )}
              {artist.socialLinks.website ? (
                <ButtonAnchor href={artist.socialLinks.website} target="_blank" rel="noopener noreferrer">
                  {t('website')}
                  <ArrowUpRight size={16} strokeWidth={1.5} aria-hidden="true" />
                </ButtonAnchor>
              ) : null}
              {voice(artist, 'button')}
              <ShareButton title={artist.name} />
            </div>
          </div>
        </div>
      </div>
    </header>
  )
}

/** Returns the color tokens of the site, set to the two colors of an artist for everything inside an element. */
function tokensOf({ ground, ink }: ArtistColours): CSSProperties {
  return {
    '--color-plate': ground,
    '--color-plate-raised': ground,
    '--color-groove': `color-mix(in oklab, ${ink} 35%, ${ground})`,
    '--color-sand': ink,
    '--color-dust': ink,
    '--color-live': ink,
  } as CSSProperties
}
