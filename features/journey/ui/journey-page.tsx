import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { Prose } from '#ui/prose.tsx'
import { Section } from '#ui/section.tsx'
import type { Route } from './+types/journey-page.ts'
import { CareerTimeline } from './career-timeline.tsx'
import { EcosystemList } from './ecosystem-list.tsx'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Journey', in: ['header', 'footer'] },
  sitemap: () => ({ title: 'Journey', summary: 'Forty years, eight milestones.' }),
  shareImages: { journey: { title: 'The journey', kicker: '1983–present' } },
  hasFigure: ({ journey }, name) =>
    journey.milestones().some(({ id }) => id === name) || journey.eras().some(({ period }) => `era-${period}` === name),
}

export function loader({ context }: Route.LoaderArgs) {
  const { journey } = context.get(servicesContext)
  return { page: journey.page(), milestones: journey.milestones() }
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      path: '/journey',
      title: 'The Journey',
      description:
        'Forty years of making records, from a four-track cassette machine to an ecosystem of AI artists, books, tokens and platforms.',
      image: '/share/page/journey.png',
      type: 'article',
      jsonLd: (origin) => [breadcrumbs(origin, [{ name: 'Journey', path: '/journey' }])],
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: 'Swade: milestones of the journey',
      href: '/journey/feed.xml',
    },
  ]
}

/** Journey page. */
export default function JourneyPage({ loaderData: { page, milestones } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="journey" kicker="40-year journey" title="The Journey" lead={page.lead} />
      <Section id="roots" side="A1" title="Early Roots">
        <Prose
          text={page.roots}
          className="gap-y-5 lg:max-w-none lg:columns-2 lg:gap-x-12 lg:[display:block] lg:[&>p]:mb-5 lg:[&>p]:break-inside-avoid"
        />
      </Section>
      <CareerTimeline milestones={milestones} />
      <EcosystemList platforms={page.platforms} />
      <Section id="infrastructure" side="B2" title="Blockchain Infrastructure">
        <Prose text={page.infrastructure} className="[&>p:first-child]:text-lead" />
      </Section>
      <Recognition recognition={page.recognition} legacy={page.legacy} />
      <Section id="onward" title="Keep exploring">
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" variant="primary">
            Explore Ecosystem
          </ButtonLink>
          <ButtonLink to="/swade-fam">Meet Swade Fam</ButtonLink>
        </div>
      </Section>
    </main>
  )
}

/** Awards and legacy. */
function Recognition({ recognition, legacy }: { recognition: readonly string[]; legacy: readonly string[] }) {
  return (
    <Section id="recognition" side="B3" title="Recognition & Legacy">
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-10">
        <div className="flex flex-col gap-5 lg:col-span-5">
          <h3 className="label text-dust">Recognition</h3>
          <ul className="border-t border-groove">
            {recognition.map((line) => (
              <li key={line} className="border-b border-groove py-3.5">
                {line}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-col gap-5 lg:col-span-4 lg:col-start-7">
          <h3 className="label text-dust">Legacy</h3>
          <Prose text={legacy} className="[&>p:first-child]:text-lead" />
        </div>
      </div>
    </Section>
  )
}
