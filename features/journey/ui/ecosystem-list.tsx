import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { Section } from '#ui/section.tsx'
import type { JourneyPage } from '#features/journey/contract.ts'

/** List of platforms, each with the reason it was built. */
export function EcosystemList({ platforms }: { platforms: JourneyPage['platforms'] }) {
  const t = useTranslations('journey.page')
  return (
    <Section id="ecosystem" side="B1" title={t('ecosystem')} lead={t('ecosystemLead', { count: platforms.length })}>
      <ul className="border-t border-groove">
        {platforms.map((platform) => (
          <li key={platform.id} className="border-b border-groove">
            <Link
              to={`/platform/${platform.id}`}
              prefetch="intent"
              viewTransition
              className="group grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 py-5 md:grid-cols-[minmax(0,2fr)_minmax(0,4fr)_auto]"
            >
              <span className="title transition-colors group-hover:text-live">{platform.name}</span>
              <span className="text-sand/80 max-md:order-3 max-md:col-span-2">{platform.purpose}</span>
              <ArrowRight size={18} className="text-dust transition-colors group-hover:text-live" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
