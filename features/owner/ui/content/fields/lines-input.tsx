import type { ReactNode } from 'react'
import type { LinesField, ListField } from '#shared/entry-fields.ts'
import { ButtonReason, buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { useSending } from '#ui/use-sending.ts'
import { type EntryValues, fieldId } from './entry-form.ts'
import { ChoiceInput } from './choice-input.tsx'
import { useEditor } from './editor-context.ts'
import { AddLine, minNoteId, LineButtons } from './line-buttons.tsx'
import { TextInput } from './text-input.tsx'

/** Ordered list of texts or choices. */
export function LinesInput({ field, path, lines }: { field: LinesField; path: string; lines: readonly string[] }) {
  return (
    <Lines field={field} path={path} count={lines.length}>
      {lines.map((line, place) => {
        const at = `${path}.${place}`
        const label = `${field.itemLabel} ${place + 1}`
        const buttons = <LineButtons path={path} place={place} count={lines.length} min={field.min} what={label} />
        return (
          <li key={at}>
            {field.options ? (
              <ChoiceInput
                path={at}
                label={label}
                value={line}
                options={field.options}
                optionLabels={field.optionLabels}
                aside={buttons}
              />
            ) : (
              <TextInput
                path={at}
                label={label}
                value={line}
                maxLength={field.longest}
                isLong={field.each === 'paragraphs'}
                aside={buttons}
              />
            )}
          </li>
        )
      })}
    </Lines>
  )
}

/** Ordered list of groups with the same fields. @param fieldsOf Renders the fields of one group. */
export function ListInput({
  field,
  path,
  entries,
  fieldsOf,
}: {
  field: ListField
  path: string
  entries: readonly EntryValues[]
  fieldsOf: (entry: EntryValues, prefix: string) => ReactNode
}) {
  const { isSending } = useSending()
  return (
    <Lines field={field} path={path} count={entries.length}>
      {entries.map((entry, place) => {
        const label = `${field.itemLabel} ${place + 1}`
        return (
          <li key={`${path}.${place}`}>
            <fieldset className="flex min-w-0 flex-col gap-5 border border-groove p-4 pt-2">
              <legend className="sr-only">{label}</legend>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <p aria-hidden="true" className="label text-dust">
                  {label}
                </p>
                <span className="flex flex-wrap items-center gap-x-2">
                  {field.promotion ? (
                    <button
                      type="submit"
                      name="act"
                      value={`promote:${path}:${place}`}
                      formNoValidate
                      aria-disabled={isSending || undefined}
                      className={buttonClass('bare')}
                    >
                      {field.promotion.label}
                      <span className="sr-only"> {label}</span>
                    </button>
                  ) : null}
                  <LineButtons path={path} place={place} count={entries.length} min={field.min} what={label} />
                </span>
              </div>
              {fieldsOf(entry, `${path}.${place}.`)}
            </fieldset>
          </li>
        )
      })}
    </Lines>
  )
}

function Lines({
  field,
  path,
  count,
  children,
}: {
  field: LinesField | ListField
  path: string
  count: number
  children: ReactNode
}) {
  const error = useEditor().problems[path]
  const id = fieldId(path)
  const describedBy = [error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={describedBy} className="flex min-w-0 flex-col gap-4">
      <legend className="label pb-1 text-sand">{field.label}</legend>
      {field.hint ? (
        <p id={`${id}-hint`} className="text-small text-dust">
          {field.hint}
        </p>
      ) : null}
      {count === 0 ? (
        <p className="text-small text-dust">None yet.</p>
      ) : (
        <ol className="flex flex-col gap-4">{children}</ol>
      )}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {count > 0 && count <= field.min ? (
        <ButtonReason id={minNoteId(path)}>
          {field.min === field.max
            ? `Exactly ${field.min} ${field.min === 1 ? 'is' : 'are'} required.`
            : field.min === 1
              ? 'At least one is required, so the only one cannot be removed.'
              : `At least ${field.min} are required, so none can be removed.`}
        </ButtonReason>
      ) : null}
      {field.min === field.max ? null : (
        <AddLine path={path} label={field.itemLabel.toLowerCase()} isFull={count >= field.max} max={field.max} />
      )}
    </fieldset>
  )
}
