import { type InputHTMLAttributes, type Ref, useId } from 'react'
import { CircleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'

/**
 * A labelled text field with its hint and its error, tied together for screen readers.
 *
 * @param error What is wrong, in one sentence; absent when all is well.
 */
export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string; error?: string | undefined; ref?: Ref<HTMLInputElement> }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('flex min-w-0 flex-col gap-2', className)}>
      <label htmlFor={id} className="label text-dust">
        {label}
        {input.required ? <span className="sr-only"> (required)</span> : null}
      </label>
      <input
        {...input}
        id={id}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        className="min-h-12 w-full rounded-plate border border-groove bg-plate px-4 py-3 text-sand placeholder:text-dust/70 hover:border-dust focus-visible:border-live disabled:opacity-55 aria-invalid:border-loss"
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-dust">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

/** An error line with its sign, so that colour is never the only message. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-2 text-small text-loss">
      <CircleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}
