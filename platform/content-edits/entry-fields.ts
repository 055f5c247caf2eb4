import { z } from 'zod'
import type { EntryField } from '#shared/entry-fields.ts'

/** Property of Zod's JSON Schema with the metadata of `shared/entry-fields.ts`. */
type Property = {
  type?: string
  format?: string
  enum?: readonly string[]
  properties?: Record<string, Property>
  required?: readonly string[]
  items?: Property
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
} & z.GlobalMeta

type Options = {
  /** Property with the entry's key, which no form can change. */
  keyProperty?: string
  /** Options that no schema can contain, with their labels, by the name in the property's `choices`. */
  choices?: Record<string, Readonly<Record<string, string>>>
}

/**
 * Creates the form fields of an entry from its schema; labels and hints come from the metadata.
 *
 * @throws Error naming a property without a label, or without a limit that its field needs; so the site does not start.
 */
export function entryFields(schema: z.ZodType, { keyProperty, choices = {} }: Options = {}): readonly EntryField[] {
  return fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Property, '')

  function fieldsOf({ properties = {}, required = [] }: Property, prefix: string): EntryField[] {
    return Object.entries(properties)
      .filter(([name]) => prefix !== '' || name !== keyProperty)
      .map(([name, property]) => fieldOf(name, property, !required.includes(name), prefix + name))
  }

  function fieldOf(name: string, property: Property, isOptional: boolean, path: string): EntryField {
    const { label, hint, form, itemLabel, items } = property
    const requireValue = <Value>(value: Value | undefined, what: string): Value => {
      if (value === undefined) throw new Error(`editable property ${path} needs ${what}`)
      return value
    }
    const common = {
      name,
      label: requireValue(label, 'a label'),
      ...(hint ? { hint } : {}),
      ...(isOptional ? { isOptional } : {}),
    }
    const optionLabels =
      property.choices === undefined
        ? property.optionLabels
        : requireValue(choices[property.choices], `choices '${property.choices}'`)
    const options = optionLabels ? Object.keys(optionLabels) : property.enum
    const choice = options && { options, ...(optionLabels && { optionLabels }) }
    const range = () => ({
      min: requireValue(property.minimum, 'a minimum'),
      max: requireValue(property.maximum, 'a maximum'),
    })
    const length = () => ({
      itemLabel: requireValue(itemLabel, 'an item label'),
      min: property.minItems ?? 0,
      max: requireValue(property.maxItems, 'a maximum number of items'),
    })

    if (typeof form === 'object') return { ...common, ...form }
    if (form === 'link' || form === 'color') return { ...common, kind: form }
    if (form === 'hue' || property.type === 'integer' || property.type === 'number')
      return { ...common, kind: form === 'hue' ? form : 'number', ...range() }
    if (property.type === 'boolean') return { ...common, kind: 'switch' }
    if (property.type === 'object') {
      const fields = fieldsOf(property, `${path}.`)
      return { ...common, kind: 'group', ...(form === 'art-direction' ? { isArtDirection: true } : {}), fields }
    }
    if (items?.type === 'object') {
      const fields = fieldsOf(items, `${path}[].`)
      return {
        ...common,
        kind: 'list',
        ...length(),
        fields,
        ...(property.promotion && { promotion: property.promotion }),
      }
    }
    if (items) {
      const each = items.form === 'paragraphs' ? 'paragraphs' : 'line'
      return { ...common, kind: 'lines', each, ...length(), ...(choice ?? longestOf(items)) }
    }
    if (choice) return { ...common, kind: form === 'icon' ? form : 'choice', ...choice }
    if (property.format === 'date') return { ...common, kind: 'date' }
    return { ...common, kind: form === 'paragraphs' ? form : 'line', ...longestOf(property) }
  }
}

const longestOf = ({ maxLength }: Property) => (maxLength === undefined ? {} : { longest: maxLength })
