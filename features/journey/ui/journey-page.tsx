import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
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
  nav: { label: 'journey.nav', in: ['header', 'footer'] },
  sitemap: () => ({ title: 'Journey', summary: 'Forty years, eight milestones.' }),
  shareImages: { journey: { title: 'The journey', kicker: '1983–present' } },
  hasFigure: ({ journey }, name) =>
    journey.milestones().some(({ id }) => id === name) || journey.eras().some(({ period }) => `era-${period}` === name),
}

export function loader({ context }: Route.LoaderArgs) {
  const { journey } = context.get(servicesContext)
  const t = pageTranslator(context)
  return {
    ...translateContent(context, { page: journey.page(), milestones: journey.milestones() }),
    head: {
      name: t('journey.nav'),
      title: t('journey.page.title'),
      description: t('journey.description'),
      feed: t('journey.feed'),
    },
    ...pageMessages(context, 'journey.page'),
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { name, title, description, feed } = loaderData.head
  return [
    ...pageMeta(matches, {
      path: '/journey',
      title,
      description,
      image: '/share/page/journey.png',
      type: 'article',
      jsonLd: (origin) => [breadcrumbs(origin, [{ name, path: '/journey' }])],
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: feed,
      href: '/journey/feed.xml',
    },
  ]
}

/** Journey page. */
export default function JourneyPage({ loaderData: { page, milestones } }: Route.ComponentProps) {
  const t = useTranslations('journey.page')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="journey" kicker={t('kicker')} title={t('title')} lead={page.lead} />
      <Section id="roots" side="A1" title={t('roots')}>
        <Prose
          text={page.roots}
          className="gap-y-5 lg:max-w-none lg:columns-2 lg:gap-x-12 lg:[display:block] lg:[&>p]:mb-5 lg:[&>p]:break-inside-avoid"
        />
      </Section>
      <CareerTimeline milestones={milestones} />
      <EcosystemList platforms={page.platforms} />
      <Section id="infrastructure" side="B2" title={t('infrastructure')}>
        <Prose text={page.infrastructure} className="[&>p:first-child]:text-lead" />
      </Section>
      <Recognition recognition={page.recognition} legacy={page.legacy} />
      <Section id="onward" title={t('onward')}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" variant="primary">
            {t('explore')}
          </ButtonLink>
          <ButtonLink to="/swade-fam">{t('meet')}</ButtonLink>
        </div>
      </Section>
    </main>
  )
}

/** Awards and legacy. */
function Recognition({ recognition, legacy }: { recognition: readonly string[]; legacy: readonly string[] }) {
  const t = useTranslations('journey.page')
  return (
    <Section id="recognition" side="B3" title={t('recognitionAndLegacy')}>
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-10">
        <div className="flex flex-col gap-5 lg:col-span-5">
          <h3 className="label text-dust">{t('recognition')}</h3>
          <ul className="border-t border-groove">
            {recognition.map((line) => (
              <li key={line} className="border-b border-groove py-3.5">
                {line}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-col gap-5 lg:col-span-4 lg:col-start-7">
          <h3 className="label text-dust">{t('legacy')}</h3>
          <Prose text={legacy} className="[&>p:first-child]:text-lead" />
        </div>
      </div>
    </Section>
  )
}
