import { LandingHero } from '#features/landing/ui/landing-hero.tsx'
import { HeroFigure, ListenLive } from '#features/radio/ui/listen-live.tsx'
import { PriceStripSection } from '#features/tokens/ui/prices/price-strip-section.tsx'
import type { PageHandle } from '#shared/page-handle.ts'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/landing-page.ts'
import { useServerGreeting } from '#features/landing/ui/greet-server.ts'
import { organizationJsonLd } from '#features/landing/ui/organization-json-ld.ts'
import { loadSections, sections, sectionLinksOf } from './landing-sections.ts'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'landing.nav', in: ['header', 'footer'] },
  sitemap: () => ({ title: 'Home', summary: 'The ecosystem at a glance.' }),
  shareImages: { home: { title: 'One ecosystem for AI music', kicker: '[siteName]' } },
  // This is also the artwork of the radio while a song has none.
  figures: ['swade'],
}

export function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const t = pageTranslator(context)
  const loaded = translateContent(context, loadSections(services))
  return {
    sections: loaded,
    sectionLinks: sectionLinksOf(loaded, t),
    onSale: services.tokens.list().find(({ buyUrl }) => buyUrl),
    supportEmail: services.site.supportEmail,
    logo: services.site.logo,
    head: { title: services.site.name, description: t('landing.description') },
    ...pageMessages(context, 'landing.page', ...sections.flatMap(({ messages }) => messages ?? [])),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    path: '/',
    title: loaderData?.head.title ?? '',
    description: loaderData?.head.description ?? '',
    image: '/share/page/home.png',
    jsonLd: (origin, siteName) => [
      ...organizationJsonLd({ origin, siteName, logo: loaderData?.logo, supportEmail: loaderData?.supportEmail }),
      ...sections.flatMap(({ id, jsonLd }) => {
        const shown = loaderData?.sections[id]
        return (shown && jsonLd?.(origin, shown)) ?? []
      }),
    ],
  })

/**
 * Landing page: every feature can add one section, ordered by `side`.
 *
 * @see docs/decisions/036-standard-hydration.md for why none of them is loaded later
 */
export default function LandingPage({ loaderData }: Route.ComponentProps) {
  useServerGreeting()
  return (
    <main id="content" tabIndex={-1}>
      <div className="shown-whole">
        <LandingHero sectionLinks={loaderData.sectionLinks} listen={<ListenLive />} figure={<HeroFigure />} />
      </div>
      <PriceStripSection onSale={loaderData.onSale} />
      {loaderData.sectionLinks.map(({ id, side, title }) => {
        const Section = sections.find((section) => section.id === id)?.Section
        return Section && <Section key={id} side={`${side} ${title}`} {...loaderData.sections[id]} />
      })}
    </main>
  )
}
