import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'

const terms = [
  ['schedule', 'scheduleText'],
  ['price', 'free'],
  ['unsubscribe', 'anyTime'],
] as const

/** Terms of the newsletter beside the form. */
export function SignUpTerms({ className }: { className?: string }) {
  const t = useTranslations('subscribers.terms')
  return (
    <dl className={classNames('label flex flex-col gap-4 text-dust', className)}>
      {terms.map(([term, description]) => (
        <div key={term} className="border-t border-groove pt-4">
          <dt>{t(term)}</dt>
          <dd className="mt-1 text-sand">{t(description)}</dd>
        </div>
      ))}
    </dl>
  )
}
