import { ArrowRight, ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import type { Platform, PlatformCard, PlatformSite } from '#features/platforms/contract.ts'
import { BackLink } from '#ui/back-link.tsx'
import { ButtonAnchor } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Prose } from '#ui/prose.tsx'
import { Section } from '#ui/section.tsx'
import { FeatureList } from './feature-list.tsx'
import { PlatformCarousel } from './platform-carousel.tsx'
import { SiteStatus } from './site-status.tsx'

/** Page of a platform: its features, benefits, story and related platforms. */
export function PlatformSheet({
  platform,
  site,
  related,
  rest,
}: {
  platform: Platform
  /** Last check of its site, if it has one. */
  site: PlatformSite | undefined
  related: PlatformCard[]
  rest: PlatformCard[]
}) {
  const t = useTranslations('platforms.page')
  const preview = useTranslations('platforms.preview')
  const reasons = useTranslations('platforms.reasons')
  const controls = useTranslations('site.controls')
  return (
    <main id="content" tabIndex={-1}>
      <header>
        <div className="wrap grid gap-x-8 gap-y-6 pt-24 pb-16 md:pt-28 md:pb-24 lg:min-h-[34rem] lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
          <div className="lg:col-span-12">
            <BackLink to="/#ecosystem">{t('back')}</BackLink>
          </div>
          {/* Beside the text, never behind it. */}
          <Figure
            slug={platform.id}
            image={platform.image ?? ''}
            alt={platform.imageAlt ?? ''}
            sizes="(min-width: 64rem) 32vw, (min-width: 40rem) 16rem, 60vw"
            priority
            className="aspect-square w-3/5 max-w-64 border object-cover border-groove lg:order-last lg:col-span-4 lg:w-full lg:max-w-none lg:self-end"
          />
          <p className="label flex items-center gap-3 text-dust lg:col-span-2 lg:flex-col lg:items-start lg:self-end lg:pb-2">
            <Icon name={platform.icon} size={24} />
            {platform.category}
          </p>
          <div className="flex flex-col gap-8 lg:col-span-6 lg:self-end">
            <h1 className="display">{platform.name}</h1>
            {platform.url ? (
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                <ButtonAnchor variant="primary" href={platform.url} target="_blank" rel="noopener">
                  {preview('open')}
                  <ExternalLink size={16} />
                  <span className="sr-only">{controls('newTab')}</span>
                </ButtonAnchor>
                {site ? <SiteStatus platform={{ site }} /> : null}
                {site?.status === 'down' ? <p className="basis-full text-small text-dust">{reasons('down')}</p> : null}
              </div>
            ) : (
              <p className="measure text-sand/85">{platform.here ?? t('notLinked', { name: platform.name })}</p>
            )}
          </div>
        </div>
      </header>

      <div className="border-t border-groove">
        <dl className="wrap grid gap-x-8 lg:grid-cols-12">
          <Statement term={preview('does')}>{platform.description}</Statement>
          <Statement term={preview('helps')}>{platform.helpText}</Statement>
        </dl>
      </div>

      <Section id="story" title={t('story')}>
        <div className="grid gap-x-8 gap-y-12 lg:grid-cols-10">
          <Prose text={platform.story} className="lg:col-span-6" />
          <div className="flex flex-col gap-4 lg:col-span-4">
            <h3 className="label text-dust">{t('features')}</h3>
            <FeatureList features={platform.features} />
          </div>
        </div>
      </Section>

      <Section id="related" title={t('related')}>
        <ul className="flex flex-col border-b border-groove">
          {related.map((other) => (
            <li key={other.id} className="border-t border-groove">
              <RelatedPlatform platform={other} />
            </li>
          ))}
        </ul>
      </Section>

      <Section id="rest" title={t('others')}>
        <PlatformCarousel label={t('carousel')} platforms={rest} intervalMs={5000} />
      </Section>
    </main>
  )
}

function Statement({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex flex-col gap-4 border-groove py-10 not-first:border-t md:py-14 lg:col-span-5 lg:first:col-start-3 lg:not-first:border-t-0">
      <dt className="label text-dust">{term}</dt>
      <dd className="measure text-lead">{children}</dd>
    </div>
  )
}

function RelatedPlatform({ platform }: { platform: PlatformCard }) {
  return (
    <Link
      to={`/platform/${platform.id}`}
      prefetch="intent"
      viewTransition
      className="group grid items-center gap-x-6 gap-y-1 py-5 md:grid-cols-[3rem_1fr_1.4fr_1.5rem]"
    >
      <Icon name={platform.icon} size={24} className="text-dust group-hover:text-live max-md:hidden" />
      <span className="title group-hover:text-live">{platform.name}</span>
      <span className="text-small text-dust">{platform.description}</span>
      <ArrowRight size={20} className="text-dust group-hover:text-live max-md:hidden" />
    </Link>
  )
}
