import type { EntryField } from '#shared/entry-fields.ts'
import { FieldError } from '#ui/field.tsx'
import { ArtDirectionPreview, directionParts, type TypedDirection } from '#ui/figure/art-direction-preview.tsx'
import { type EntryValues, fieldId } from './entry-form.ts'
import { ChoiceInput } from './choice-input.tsx'
import { useEditor } from './editor-context.ts'
import { FileInput } from './file-input.tsx'
import { LinesInput, ListInput } from './lines-input.tsx'
import { ColorInput, HueInput, PlainInput, ReadInput, SwitchInput } from './small-inputs.tsx'
import { TextInput } from './text-input.tsx'

/** Renders the fields of an entry or of a part of it. */
export function FieldSet({
  fields,
  values,
  prefix = '',
  emptyLabel,
}: {
  fields: readonly EntryField[]
  values: EntryValues
  prefix?: string
  /** Label of the empty option of every choice, in a group that may be left out as a whole. */
  emptyLabel?: string | undefined
}) {
  return (
    <>
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name]}
          path={prefix + field.name}
          emptyLabel={emptyLabel ?? (field.isOptional ? 'None' : undefined)}
        />
      ))}
    </>
  )
}

function OneField({
  field,
  value,
  path,
  emptyLabel,
}: {
  field: EntryField
  value: unknown
  path: string
  emptyLabel: string | undefined
}) {
  const { label, hint } = field
  const common = { path, label, hint }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  switch (field.kind) {
    case 'line':
      return <TextInput {...common} value={text} maxLength={field.longest} />
    case 'paragraphs':
      return <TextInput {...common} value={text} maxLength={field.longest} isLong />
    case 'link':
      return <TextInput {...common} value={text} inputMode="url" />
    case 'number':
      return <PlainInput {...common} type="number" value={text} min={field.min} max={field.max} />
    case 'date':
      return <PlainInput {...common} type="date" value={text} />
    case 'hue':
      return <HueInput {...common} value={Number(text) || 0} min={field.min} max={field.max} />
    case 'switch':
      return <SwitchInput {...common} value={value === true} />
    case 'choice':
    case 'icon':
      return (
        <ChoiceInput
          {...common}
          value={text}
          options={field.options}
          optionLabels={field.optionLabels}
          isIcon={field.kind === 'icon'}
          emptyLabel={emptyLabel}
        />
      )
    case 'color':
      return <ColorInput {...common} value={text} placeholder={emptyLabel} />
    case 'file':
      return <FileInput field={field} path={path} value={text} />
    case 'read':
      return <ReadInput {...common} value={text} unit={field.unit} />
    case 'lines':
      return <LinesInput field={field} path={path} lines={asList(value).map(String)} />
    case 'list':
      return (
        <ListInput
          field={field}
          path={path}
          entries={asList(value) as EntryValues[]}
          fieldsOf={(values, prefix) => <FieldSet fields={field.fields} values={values} prefix={prefix} />}
        />
      )
    case 'group':
      return <GroupInput field={field} path={path} values={(value ?? {}) as EntryValues} />
  }
}

function GroupInput({
  field,
  path,
  values,
}: {
  field: Extract<EntryField, { kind: 'group' }>
  path: string
  values: EntryValues
}) {
  const { problems, entry } = useEditor()
  const error = problems[path]
  // An empty art direction is not missing: the site chooses one.
  const emptyLabel = field.isArtDirection ? 'Default' : 'None'
  return (
    <fieldset id={fieldId(path)} tabIndex={-1} className="flex min-w-0 flex-col gap-5 border-l border-groove pl-4">
      <legend className="label pb-1 text-sand">{field.label}</legend>
      {field.hint ? <p className="text-small text-dust">{field.hint}</p> : null}
      {error ? <FieldError>{error}</FieldError> : null}
      <FieldSet
        fields={field.fields}
        values={values}
        prefix={`${path}.`}
        emptyLabel={field.isOptional ? emptyLabel : undefined}
      />
      {field.isArtDirection && entry ? (
        <ArtDirectionPreview slug={entry.key} of="artist" prefix={`${path}.`} initial={typedDirection(values)} />
      ) : null}
    </fieldset>
  )
}

const typedDirection = (values: EntryValues) =>
  Object.fromEntries(directionParts.map((part) => [part, String(values[part] ?? '')])) as TypedDirection

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
