import { RosterSection } from '#features/artists/ui/roster-section.tsx'
import { AudiobookSection } from '#features/books/ui/audiobook-section.tsx'
import { TimelineSection } from '#features/journey/ui/timeline-section.tsx'
import { NewsletterSection } from '#features/newsletter/ui/newsletter-section.tsx'
import { EcosystemSection } from '#features/platforms/ui/ecosystem-section.tsx'
import { PriceStripSection } from '#features/tokens/ui/prices/price-strip-section.tsx'
import { TokensSection } from '#features/tokens/ui/tokens-section.tsx'
import { eventJsonLd } from '#features/venue/ui/event-json-ld.ts'
import { VirtualWorldSection } from '#features/venue/ui/virtual-world-section.tsx'
import { servicesContext } from '#shared/services.ts'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/landing-page.ts'
import { useServerGreeting } from '#features/landing/ui/greet-server.ts'
import { LandingHero } from '#features/landing/ui/landing-hero.tsx'
import { organizationJsonLd } from '#features/landing/ui/organization-json-ld.ts'
import { marginLabel, tracks } from '#features/landing/ui/track-list.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { platforms, journey, artists, books, tokens, venue, site } = context.get(servicesContext)
  return {
    platforms: platforms.cards(),
    eras: journey.eras(),
    currentYear: new Date().getFullYear(),
    artists: artists.list(),
    tokens: tokens.list(),
    audiobook: books.audiobookPreview(),
    venue: venue.programme(new Date()),
    supportEmail: site.supportEmail,
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    path: '/',
    title: 'Swade',
    description:
      'A house for music made by people and machines: 18+ platforms, a roster of AI artists, six books, two tokens and a 40-year journey.',
    image: '/share/page/home.png',
    jsonLd: (origin) => [...organizationJsonLd(origin, loaderData?.supportEmail), ...eventJsonLd(origin, loaderData?.venue)],
  })

/** The front hall: every room shows one section here, in the order of the track list. */
export default function LandingPage({ loaderData }: Route.ComponentProps) {
  useServerGreeting()
  return (
    <main id="content" tabIndex={-1}>
      <LandingHero />
      <PriceStripSection buyUrl={loaderData.tokens.find(({ buyUrl }) => buyUrl)?.buyUrl} />
      <EcosystemSection side={marginLabel(tracks.ecosystem)} platforms={loaderData.platforms} />
      <TimelineSection side={marginLabel(tracks.timeline)} eras={loaderData.eras} currentYear={loaderData.currentYear} />
      <VirtualWorldSection side={marginLabel(tracks.virtualWorld)} venue={loaderData.venue} />
      <TokensSection side={marginLabel(tracks.tokens)} tokens={loaderData.tokens} />
      {loaderData.audiobook ? <AudiobookSection side={marginLabel(tracks.audiobook)} audiobook={loaderData.audiobook} /> : null}
      <RosterSection side={marginLabel(tracks.roster)} artists={loaderData.artists} />
      <NewsletterSection side={marginLabel(tracks.newsletter)} />
    </main>
  )
}
