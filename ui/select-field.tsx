import { type SelectHTMLAttributes, useId } from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { FieldError } from './field.tsx'

/**
 * Native select with label, hint and error, associated for screen readers.
 *
 * @param options Value and label of each option.
 * @param error Error message in one sentence.
 * @param isLabelHidden Shows the label to screen readers only.
 */
export function SelectField({
  label,
  isLabelHidden = false,
  options,
  hint,
  error,
  className,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  isLabelHidden?: boolean
  options: readonly (readonly [value: string, words: string])[]
  hint?: string
  error?: string | undefined
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('flex min-w-0 flex-col gap-2', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'label text-dust'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className="min-h-12 w-full cursor-pointer appearance-none rounded-plate border border-groove bg-plate py-2 pr-10 pl-4 text-sand hover:border-dust focus-visible:border-live disabled:opacity-55 aria-invalid:border-loss"
        >
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-dust" />
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-dust">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}
