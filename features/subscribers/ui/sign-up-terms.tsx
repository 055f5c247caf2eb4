import { classNames } from '#ui/class-names.ts'
import { schedulePromise } from '#features/subscribers/constants.ts'

export { schedulePromise } from '#features/subscribers/constants.ts'

const terms = [
  ['Schedule', schedulePromise],
  ['Price', 'Free'],
  ['Unsubscribe', 'Any time'],
] as const

/** Terms of the newsletter beside the form. */
export function SignUpTerms({ className }: { className?: string }) {
  return (
    <dl className={classNames('label flex flex-col gap-4 text-dust', className)}>
      {terms.map(([term, description]) => (
        <div key={term} className="border-t border-groove pt-4">
          <dt>{term}</dt>
          <dd className="mt-1 text-sand">{description}</dd>
        </div>
      ))}
    </dl>
  )
}
