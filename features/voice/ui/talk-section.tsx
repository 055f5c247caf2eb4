import { useTranslations } from 'use-intl/react'
import { Figure } from '#ui/figure/figure.tsx'
import { Tag } from '#ui/tag.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { TalkButton } from './talk-button.tsx'

/** Section of the profile that introduces the persona. */
export function TalkSection({
  slug,
  name,
  image,
  kind,
}: {
  slug: string
  name: string
  /** Address of the owner's image of the artist; empty without one. */
  image: string
  kind: VoiceKind
}) {
  const t = useTranslations('voice.section')
  return (
    <section aria-labelledby="talk-heading" className="border-t border-groove">
      <div className="wrap grid gap-x-8 gap-y-10 py-16 md:py-24 lg:grid-cols-12 lg:items-center">
        <div className="flex flex-col items-start gap-6 lg:col-span-6 lg:col-start-2">
          <p className="label text-dust">{t('kicker')}</p>
          <h2 id="talk-heading" className="heading">
            {t('talkTo', { name })}
          </h2>
          <p className="measure text-lead text-sand/85">{t('lead', { kind })}</p>
          <ul className="flex flex-wrap gap-2" aria-label={t('goodToKnow')}>
            {[t('whoAnswers', { kind }), t('howToAsk')].map((fact) => (
              <li key={fact}>
                <Tag>{fact}</Tag>
              </li>
            ))}
          </ul>
          <TalkButton slug={slug} name={name} variant="primary" />
          <p className="hidden measure text-dust noscript:block">{t('noScript')}</p>
        </div>
        <div
          aria-hidden="true"
          className="aspect-square w-full max-w-72 overflow-hidden border border-groove bg-plate-raised max-lg:hidden lg:col-span-4 lg:col-start-9 lg:max-w-96"
        >
          <Figure
            slug={slug}
            image={image}
            variant="square"
            sizes="24rem"
            className="size-full object-cover opacity-60"
          />
        </div>
      </div>
    </section>
  )
}
