import { useTranslations } from 'use-intl/react'
import { Section } from '#ui/section.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SignUpTerms } from './sign-up-terms.tsx'

/**
 * Section with the sign-up form. On the landing page it has a position in the track list.
 *
 * @param isTracked Whether opens and clicks are counted.
 */
export function NewsletterSection({ isTracked, side }: { isTracked: boolean; side?: string }) {
  const t = useTranslations('subscribers.section')
  return (
    <Section id="newsletter" className="print:hidden" {...(side && { side })} title={t('title')} lead={t('lead')}>
      <div className="grid gap-10 lg:grid-cols-10">
        <div className="lg:col-span-6">
          <SignUpForm isTracked={isTracked} />
        </div>
        <SignUpTerms className="lg:col-span-3 lg:col-start-8" />
      </div>
    </Section>
  )
}
