import { PriceStripSection } from '#features/tokens/ui/prices/price-strip-section.tsx'
import { eventJsonLd } from '#features/venue/ui/event-json-ld.ts'
import { servicesContext } from '#shared/services.ts'
import { nearSection, stillSection } from '#ui/near/near-section.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/landing-page.ts'
import { useServerGreeting } from '#features/landing/ui/greet-server.ts'
import { organizationJsonLd } from '#features/landing/ui/organization-json-ld.ts'
import { marginLabel, tracks } from '#features/landing/ui/tracks.ts'

const LandingHero = stillSection(() => import('#features/landing/ui/landing-hero.tsx').then((room) => room.LandingHero))
// Below the fold: the script of each comes when somebody comes near it.
const EcosystemSection = nearSection(() => import('#features/platforms/ui/ecosystem-section.tsx').then((room) => room.EcosystemSection))
const TimelineSection = nearSection(() => import('#features/journey/ui/timeline-section.tsx').then((room) => room.TimelineSection))
const VirtualWorldSection = nearSection(() =>
  import('#features/venue/ui/virtual-world-section.tsx').then((room) => room.VirtualWorldSection),
)
const TokensSection = nearSection(() => import('#features/tokens/ui/tokens-section.tsx').then((room) => room.TokensSection))
const AudiobookSection = nearSection(() => import('#features/books/ui/audiobook-section.tsx').then((room) => room.AudiobookSection))
const RosterSection = nearSection(() => import('#features/artists/ui/roster-section.tsx').then((room) => room.RosterSection))
const NewsletterSection = nearSection(() => import('#features/newsletter/ui/newsletter-section.tsx').then((room) => room.NewsletterSection))

const sections = [
  LandingHero,
  EcosystemSection,
  TimelineSection,
  VirtualWorldSection,
  TokensSection,
  AudiobookSection,
  RosterSection,
  NewsletterSection,
]

/** How long a page that is here otherwise waits for the script of its sections, in milliseconds. */
const patienceMs = 3_000

/** Who comes from another page has no HTML of this one, so the sections' script comes before it is shown; what is late comes into the page as it stands. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    if (document.querySelector('[data-near]')) return next()
    const arrivals = Promise.all(sections.map((section) => section.fetch()))
    const answer = await next()
    await Promise.race([arrivals, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    return answer
  },
]

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
      {/* Around the section, which stands alone in the place that wakes it. */}
      <div className="shown-whole">
        <LandingHero tracks={tracks} />
      </div>
      <PriceStripSection onSale={loaderData.tokens.find(({ buyUrl }) => buyUrl)} />
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
