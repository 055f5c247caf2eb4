import { ArrowRight, AudioLines } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import type { ArtistCard } from '#features/artists/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Section } from '#ui/section.tsx'

/**
 * Roster section of the landing page: a grid of artworks, the first one large. Cells without an artist stay empty.
 *
 * @param persona Slug of the artist with the voice persona.
 */
export function RosterSection({
  side,
  artists,
  persona,
}: {
  side: string
  artists: ArtistCard[]
  persona: string | undefined
}) {
  const t = useTranslations('artists.section')
  return (
    <Section
      id="roster"
      side={side}
      title={t('title')}
      lead={t('lead')}
      aside={<ButtonLink to="/swade-fam">{t('meet')}</ButtonLink>}
    >
      <ul className="grid grid-cols-3 gap-px overflow-hidden border border-groove lg:grid-cols-6">
        {artists.map((artist, index) => (
          <li
            key={artist.slug}
            className={classNames('bg-plate outline outline-groove', index === 0 && 'col-span-2 row-span-2')}
          >
            <RosterTile artist={artist} large={index === 0} talks={artist.slug === persona} />
          </li>
        ))}
        <li className="col-span-1 bg-plate outline outline-groove lg:col-span-4">
          <Link
            to="/swade-fam"
            prefetch="intent"
            viewTransition
            className="group flex h-full min-h-24 flex-col justify-between gap-4 p-2 text-dust hover:text-sand md:p-5 lg:flex-row lg:items-end"
          >
            <span className="title text-sand">{t('roster')}</span>
            <ArrowRight size={24} strokeWidth={1.5} aria-hidden="true" className="text-live" />
          </Link>
        </li>
      </ul>
    </Section>
  )
}

function RosterTile({ artist, large, talks }: { artist: ArtistCard; large: boolean; talks: boolean }) {
  const t = useTranslations('artists.card')
  return (
    <Link
      to={`/artist/${artist.slug}`}
      prefetch="intent"
      viewTransition
      className="group relative block aspect-square h-full w-full overflow-hidden"
    >
      <span className="absolute inset-0 block opacity-90 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
        <Figure
          slug={artist.slug}
          image={artist.image}
          variant="square"
          sizes={large ? '(min-width: 64rem) 28vw, 66vw' : '(min-width: 64rem) 14vw, 33vw'}
          className="size-full object-cover"
        />
      </span>
      <span className="absolute inset-x-0 bottom-0 flex flex-col gap-1 bg-plate p-2 md:p-3">
        <span className={large ? 'title' : 'label text-sand'}>{artist.name}</span>
        {large ? <span className="label text-dust">{artist.genres.join(' / ')}</span> : null}
        {talks ? (
          <span className="flex items-center gap-2 text-small text-sand">
            <AudioLines size={16} aria-hidden="true" className="shrink-0" />
            <span className={large ? undefined : 'sr-only'}>{t('talks')}</span>
          </span>
        ) : null}
      </span>
    </Link>
  )
}
