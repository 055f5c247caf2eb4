import { ArrowDown } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { Section } from '#ui/section.tsx'
import type { ArtistCard as Card } from '#features/artists/contract.ts'
import type { Route } from './+types/roster-page.ts'
import { ArtistCard } from './artist-card.tsx'

const areAllGenerated = (artists: readonly Card[]) =>
  artists.length > 0 && artists.every((artist) => artist.aiGenerated)

export const handle: PageHandle = {
  cache: 'public',
  appShortcut: 'site.app.artists',
  nav: { label: 'artists.nav', in: ['header', 'footer'] },
  sitemap: ({ artists }) => ({
    title: '[siteName] Fam',
    summary: areAllGenerated(artists.list()) ? 'The roster of AI artists.' : 'The roster of artists.',
  }),
  shareImages: { roster: { title: 'The [siteName] Fam', kicker: 'Artists' } },
}

export function loader({ context }: Route.LoaderArgs) {
  const t = pageTranslator(context)
  const { artists: roster } = context.get(servicesContext)
  const { artists } = translateContent(context, { artists: roster.list() })
  return {
    artists,
    persona: artists.find(({ slug }) => roster.find(slug)?.voicePersona)?.slug,
    head: {
      title: t('artists.roster.title'),
      description: t('artists.rosterDescription', {
        count: artists.length,
        generated: areAllGenerated(artists) ? 'all' : 'some',
      }),
    },
    ...pageMessages(context, 'artists.roster', 'artists.card'),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { head } = loaderData
  return pageMeta(matches, {
    path: '/swade-fam',
    ...head,
    image: '/share/page/roster.png',
    jsonLd: (origin) => [
      breadcrumbs(origin, [{ name: head.title, path: '/swade-fam' }]),
      {
        '@type': 'ItemList',
        'name': head.title,
        'numberOfItems': loaderData.artists.length,
        'itemListElement': loaderData.artists.map((artist, index) => ({
          '@type': 'ListItem',
          'position': index + 1,
          'name': artist.name,
          'url': `${origin}/artist/${artist.slug}`,
        })),
      },
    ],
  })
}

/** Roster page with a grid of all artists. */
export default function RosterPage({ loaderData: { artists, persona } }: Route.ComponentProps) {
  const t = useTranslations('artists.roster')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="roster"
        kicker={t('kicker')}
        title={t('title')}
        lead={t('lead', { count: artists.length, generated: areAllGenerated(artists) ? 'all' : 'some' })}
      >
        {artists.length > 0 ? (
          <ButtonAnchor href="#artists" variant="primary">
            {t('meet')}
            <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </ButtonAnchor>
        ) : null}
      </PageHero>
      <section
        id="artists"
        {...(artists.length > 0 ? { 'aria-labelledby': 'artists-heading' } : { 'aria-label': t('artists') })}
        className="border-t border-groove py-16 sm:shown-whole md:py-24"
      >
        {artists.length > 0 ? (
          <ArtistGrid artists={artists} persona={persona} />
        ) : (
          <div className="wrap">
            <EmptyState title={t('none')} action={<ButtonLink to="/newsletter">{t('newsletter')}</ButtonLink>}>
              {t('noneText')}
            </EmptyState>
          </div>
        )}
      </section>
      <Section id="next" title={t('next')} lead={t('nextLead')}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/tokens" variant="primary">
            {t('tokens')}
          </ButtonLink>
          <ButtonLink to="/market">{t('market')}</ButtonLink>
        </div>
      </Section>
    </main>
  )
}

/**
 * All artists. The text is the first cell of the grid, and the middle column is offset downwards; the padding makes
 * room for it.
 *
 * @param persona Slug of the artist with the voice persona.
 */
function ArtistGrid({ artists, persona }: { artists: Card[]; persona: string | undefined }) {
  const t = useTranslations('artists.roster')
  const generated = artists.filter(({ image }) => !image).length
  return (
    <ul className="wrap grid gap-x-6 gap-y-8 sm:grid-cols-2 sm:gap-y-14 lg:grid-cols-3 lg:gap-x-8 lg:gap-y-16 lg:pb-24">
      <li className="flex flex-col justify-end gap-4 pb-4 sm:pb-2">
        <p className="label text-dust">{t('count', { count: artists.length })}</p>
        <h2 id="artists-heading" className="heading">
          {t('artists')}
        </h2>
        {generated > 0 ? (
          <p className="measure text-lead text-dust">
            {t('artwork', { all: generated === artists.length ? 'yes' : 'no' })}
          </p>
        ) : null}
      </li>
      {artists.map((artist, index) => (
        <li
          key={artist.slug}
          className="border-t border-groove pt-8 sm:border-0 sm:pt-0 lg:[&:nth-child(3n+2)]:translate-y-24"
        >
          <ArtistCard artist={artist} number={index + 1} talks={artist.slug === persona} />
        </li>
      ))}
    </ul>
  )
}
