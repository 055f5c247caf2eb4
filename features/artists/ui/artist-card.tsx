import { ArrowRight, AudioLines } from 'lucide-react'
import { Link, useViewTransitionState } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import type { ArtistCard as Card } from '#features/artists/contract.ts'
import { useArtistBadge } from './artist-badge.ts'

/**
 * Card of an artist: artwork above the text. On phones the artwork is on the left.
 *
 * @param talks Whether the artist has the voice persona, which the card shows.
 * @param compact Whether to show name and genres only, always upright; for the list at the end of a profile.
 */
export function ArtistCard({
  artist,
  number,
  talks = false,
  compact = false,
}: {
  artist: Card
  number?: number
  talks?: boolean
  compact?: boolean
}) {
  const to = `/artist/${artist.slug}`
  const carries = useViewTransitionState(to)
  const badge = useArtistBadge()
  const t = useTranslations('artists.card')
  return (
    <article
      className={classNames(
        'group relative',
        compact
          ? 'flex flex-col gap-3'
          : 'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-5 sm:flex sm:flex-col sm:gap-4',
      )}
    >
      <div
        className={classNames(
          'relative self-start overflow-hidden border border-groove bg-plate-raised transition-colors group-focus-within:border-sand group-hover:border-sand',
          // In a column, the box would be as narrow as an image that has not loaded yet.
          compact ? 'aspect-square w-full' : 'aspect-4/5 sm:w-full',
        )}
      >
        <Figure
          slug={artist.slug}
          image={artist.image}
          variant={compact ? 'square' : 'portrait'}
          sizes={compact ? '(min-width: 64rem) 16vw, 45vw' : '(min-width: 64rem) 27vw, (min-width: 40rem) 45vw, 37vw'}
          transitionName={carries ? figureTransition(artist.slug) : undefined}
          className="size-full object-cover opacity-90 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
        {badge(artist.slug, 'absolute bottom-0 left-0 sm:top-0 sm:bottom-auto')}
        {compact ? null : (
          <ViewProfile className="absolute bottom-0 left-0 hidden opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 sm:inline-flex pointer-coarse:opacity-100" />
        )}
      </div>
      <div
        className={classNames(
          'flex min-w-0 flex-col',
          compact ? 'gap-1' : 'gap-2 sm:grid sm:grid-cols-[2.5rem_minmax(0,1fr)] sm:gap-x-0',
        )}
      >
        {number ? (
          <p className="label text-dust sm:pt-2" aria-hidden="true">
            {String(number).padStart(2, '0')}
          </p>
        ) : null}
        <div className="flex flex-col gap-2">
          <h3 className={classNames('title', !compact && 'lg:text-[2rem] lg:leading-none')}>
            <Link
              to={to}
              prefetch="intent"
              viewTransition
              className="after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-live"
            >
              {t.rich('link', {
                name: artist.name,
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </Link>
          </h3>
          <p className="label text-dust">{artist.genres.join(' / ')}</p>
          {compact ? null : <p className="text-small text-sand/80">{artist.tagline}</p>}
          {talks ? (
            <p className="flex items-center gap-2 text-small text-sand">
              <AudioLines size={16} aria-hidden="true" className="shrink-0" />
              {t('talks')}
            </p>
          ) : null}
          {compact ? null : <ViewProfile className="mt-1 inline-flex self-start sm:hidden" />}
        </div>
      </div>
    </article>
  )
}

/** Returns the view transition name of an artist's artwork, shared by card and profile. */
export function figureTransition(slug: string): string {
  return `figure-${slug}`
}

// Hidden from screen readers, because the link has the same text.
function ViewProfile({ className }: { className: string }) {
  const t = useTranslations('artists.card')
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'label min-h-9 items-center gap-2 text-live transition-opacity sm:bg-live sm:px-3 sm:text-plate',
        className,
      )}
    >
      {t('viewProfile')}
      <ArrowRight size={14} strokeWidth={1.5} />
    </span>
  )
}
