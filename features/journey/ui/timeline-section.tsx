import { Award } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import type { Era } from '#features/journey/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Section } from '#ui/section.tsx'
import { type EraSpan, eraSpan, placeOnRuler } from './era-span.ts'

/**
 * Timeline section of the landing page: the eras with their position in the forty years.
 *
 * @param currentYear Value of `present`.
 */
export function TimelineSection({ side, eras, currentYear }: { side: string; eras: Era[]; currentYear: number }) {
  const t = useTranslations('journey.section')
  const spans = eras.map((era) => eraSpan(era.period, currentYear))
  const known = spans.filter((span) => span !== undefined)
  return (
    <Section
      id="timeline"
      side={side}
      title={t('title')}
      lead={t('lead')}
      aside={<ButtonLink to="/journey">{t('more')}</ButtonLink>}
    >
      <ol className="flex flex-col border-b border-groove">
        {eras.map((era, index) => (
          <li key={era.period} className="border-t border-groove py-8 md:py-10">
            <EraCut era={era} span={spans[index]} all={known} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function EraCut({ era, span, all }: { era: Era; span: EraSpan | undefined; all: EraSpan[] }) {
  const t = useTranslations('journey.section')
  const place = span && placeOnRuler(span, all)
  const period = era.period.replace('present', t('present'))
  return (
    <article className="grid gap-x-8 gap-y-5 lg:grid-cols-10">
      <div className="flex items-start justify-between gap-6 lg:col-span-3 lg:flex-col">
        <div className="flex w-full max-w-60 flex-col gap-4">
          <p className="figures text-title tracking-tight text-sand">{period}</p>
          {place ? (
            <span className="relative block h-px bg-groove" aria-hidden="true">
              <span
                className="absolute -top-px h-[3px] min-w-1 bg-sand"
                style={{ left: `${place.start}%`, width: `${place.width}%` }}
              />
            </span>
          ) : null}
        </div>
        <Figure
          slug={`era-${era.period}`}
          image={era.image ?? ''}
          alt={(era.image && era.imageAlt) ?? ''}
          width={128}
          sizes="8rem"
          className={classNames('size-16 shrink-0 object-cover lg:size-32', !era.image && 'opacity-70')}
        />
      </div>
      <div className="flex flex-col gap-3 lg:col-span-4">
        <h3 className="title">{era.title}</h3>
        <p className="measure text-dust">{era.description}</p>
      </div>
      {era.awards.length > 0 ? (
        <ul className="flex flex-col items-start gap-2 lg:col-span-3" aria-label={t('awards', { period })}>
          {era.awards.map((award) => (
            <li key={award} className="flex items-start gap-2.5 border border-groove px-3 py-2 text-small text-sand">
              <Award size={18} className="mt-0.5 shrink-0 text-dust" />
              {award}
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  )
}
