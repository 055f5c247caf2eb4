import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from './class-names.ts'

/** Texts of a field; `error` is one sentence. */
export type FieldText = { label: string; hint?: string; error?: string | undefined }

/** Classes of a control. */
export const control =
  'w-full rounded-plate border border-groove bg-plate px-4 py-3 text-sand placeholder:text-dust/70 hover:border-dust focus-visible:border-live disabled:opacity-55 aria-invalid:border-loss'

/**
 * Text field with label, hint and error, associated for screen readers.
 *
 * @param error Error message in one sentence.
 * @param errorId Id of an element with the error message, instead of `error`.
 */
export function Field({
  label,
  hint,
  error,
  errorId,
  className,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & FieldText & { errorId?: string | undefined; ref?: Ref<HTMLInputElement> }) {
  return (
    <Labelled text={{ label, hint, error, errorId }} isRequired={input.required} className={className}>
      {(tied) => <input {...input} {...tied} className={classNames(control, 'min-h-12')} />}
    </Labelled>
  )
}

/** Field for the visitor's own email address, named `email`; otherwise like {@link Field}. */
export function EmailField(props: Omit<Parameters<typeof Field>[0], 'type'>) {
  return <Field name="email" type="email" autoComplete="email" maxLength={254} {...props} />
}

/**
 * Multi-line field, otherwise like {@link Field}.
 *
 * @param error Error message in one sentence.
 */
export function TextArea({
  label,
  hint,
  error,
  className,
  rows = 4,
  ...area
}: TextareaHTMLAttributes<HTMLTextAreaElement> & FieldText & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Labelled text={{ label, hint, error }} isRequired={area.required} className={className}>
      {(tied) => <textarea {...area} {...tied} rows={rows} className={control} />}
    </Labelled>
  )
}

type Tied = { 'id': string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, hint and error around one control. */
export function Labelled({
  text: { label, hint, error, errorId },
  isRequired,
  className,
  children,
}: {
  text: { label: string; hint: string | undefined; error: string | undefined; errorId?: string | undefined }
  isRequired: boolean | undefined
  className: string | undefined
  children: (tied: Tied) => ReactNode
}) {
  const t = useTranslations('site.controls')
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('flex min-w-0 flex-col gap-2', className)}>
      <label htmlFor={id} className="label text-dust">
        {label}
        {isRequired ? <span className="sr-only">{` ${t('required')}`}</span> : null}
      </label>
      {children({ 'id': id, 'aria-describedby': describedBy, 'aria-invalid': error || errorId ? true : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="font-sans text-small text-dust">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

/** Error of a form or of a group of its fields, announced when it appears; takes no room while there is none. */
export function FormError({ id, children }: { id?: string; children: string | null | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? <FieldError id={id}>{children}</FieldError> : null}
    </div>
  )
}

/** Error message with an icon, so that color is not the only sign. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-2 text-small [overflow-wrap:anywhere] text-loss">
      <CircleAlert size={18} className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}

/** Warning with an icon, for input that is accepted. */
export function FieldWarning({ id, children }: { id?: string; children: string }) {
  const t = useTranslations('site.controls')
  return (
    <p id={id} className="flex items-start gap-2 text-small [overflow-wrap:anywhere]">
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-live" />
      <span>
        <span className="sr-only">{`${t('warning')} `}</span>
        {children}
      </span>
    </p>
  )
}
