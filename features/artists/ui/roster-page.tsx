import { ArrowDown } from 'lucide-react'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { Section } from '#ui/section.tsx'
import type { Route } from './+types/roster-page.ts'
import { ArtistCard } from './artist-card.tsx'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Artists', in: ['header', 'footer'] },
  sitemap: () => ({ title: 'Swade Fam', summary: 'The roster of AI artists.' }),
  shareImages: { roster: { title: 'The Swade Fam', kicker: 'Artists' } },
}

export function loader({ context }: Route.LoaderArgs) {
  return { artists: context.get(servicesContext).artists.list() }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/swade-fam',
    title: 'Swade Fam',
    description: `Meet the ${loaderData.artists.length} AI-generated artists of the Swade ecosystem: their sound, their artwork and how each voice was made.`,
    image: '/share/page/roster.png',
    jsonLd: (origin) => [
      breadcrumbs(origin, [{ name: 'Swade Fam', path: '/swade-fam' }]),
      {
        '@type': 'ItemList',
        'name': 'Swade Fam',
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
export default function RosterPage({ loaderData: { artists } }: Route.ComponentProps) {
  const allGenerated = artists.every((artist) => artist.aiGenerated)
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="roster"
        kicker="Roster"
        title="Swade Fam"
        lead={`${artists.length} artists, each with a sound, artwork and a plain account of how the voice was made.${allGenerated ? ' All of them are AI-generated, and every profile says so.' : ''}`}
      >
        <ButtonAnchor href="#artists" variant="primary">
          Meet The Artists
          <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
        </ButtonAnchor>
      </PageHero>
      <section
        id="artists"
        aria-labelledby="artists-heading"
        className="border-t border-groove py-16 sm:shown-whole md:py-24"
      >
        {/* The text is the first cell of the grid, and the middle column is offset downwards; the padding makes
            room for it. */}
        <ul className="wrap grid gap-x-6 gap-y-8 sm:grid-cols-2 sm:gap-y-14 lg:grid-cols-3 lg:gap-x-8 lg:gap-y-16 lg:pb-24">
          <li className="flex flex-col justify-end gap-4 pb-4 sm:pb-2">
            <p className="label text-dust">{artists.length} artists</p>
            <h2 id="artists-heading" className="heading">
              The Artists
            </h2>
            <p className="measure text-lead text-dust">
              Each artwork is drawn from the artist’s name, like sand on a vibrating plate. No two are alike.
            </p>
          </li>
          {artists.map((artist, index) => (
            <li
              key={artist.slug}
              className="border-t border-groove pt-8 sm:border-0 sm:pt-0 lg:[&:nth-child(3n+2)]:translate-y-24"
            >
              <ArtistCard artist={artist} number={index + 1} />
            </li>
          ))}
        </ul>
      </section>
      <Section
        id="next"
        title="Explore the tokens and the market"
        lead="Two tokens open doors across the ecosystem, and the market lists the artists’ NFT collections."
      >
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/tokens" variant="primary">
            Explore Tokens
          </ButtonLink>
          <ButtonLink to="/market">Visit the Market</ButtonLink>
        </div>
      </Section>
    </main>
  )
}
