import { useTranslations } from 'use-intl/react'
import type { PlatformCard } from '#features/platforms/contract.ts'
import { Section } from '#ui/section.tsx'
import { PlatformCarousel } from './platform-carousel.tsx'

/** Ecosystem section of the landing page: a carousel of all platforms. */
export function EcosystemSection({ side, platforms }: { side: string; platforms: PlatformCard[] }) {
  const t = useTranslations('platforms.section')
  return (
    <Section id="ecosystem" side={side} title={t('title')} lead={t('lead')}>
      <PlatformCarousel label={t('carousel')} platforms={platforms} intervalMs={6000} />
    </Section>
  )
}
