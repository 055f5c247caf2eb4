import type { ReactNode } from 'react'
import { FieldError } from '#ui/field.tsx'
import { fieldId } from './entry-form.ts'
import { useEditor } from './editor-context.ts'

/** Attributes that connect an input with its hint and error. */
export type InputTies = { 'id': string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, hint and error around one input. */
export function FieldFrame({
  path,
  label,
  hint,
  aside,
  children,
}: {
  path: string
  label: string
  hint?: string | undefined
  /** Shown opposite the label, such as a counter. */
  aside?: ReactNode
  children: (ties: InputTies) => ReactNode
}) {
  const id = fieldId(path)
  const error = useEditor().problems[path]
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-4">
        <label htmlFor={id} className="label mr-auto text-dust">
          {label}
        </label>
        {aside}
      </div>
      {children({ 'id': id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-dust">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** Classes of a text field. */
export const inputClass =
  'min-h-11 w-full rounded-plate border border-groove bg-plate px-3 py-2 text-sand placeholder:text-dust/70 hover:border-dust focus-visible:border-live aria-invalid:border-loss'
