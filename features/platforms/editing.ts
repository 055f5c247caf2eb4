import { iconNames } from '#shared/icon-names.ts'
import type { EntryField } from '#shared/entry-fields.ts'

/**
 * What can be edited of a platform; see `platformSchema`.
 *
 * @param categories The categories there are. @param ids All platforms, for the related ones.
 */
export function platformFields(categories: readonly string[], ids: readonly string[]): readonly EntryField[] {
  return [
    { kind: 'line', name: 'name', label: 'Name' },
    {
      kind: 'link',
      name: 'url',
      label: 'Address',
      hint: 'An https:// address. While it is empty, the platform’s own page on this site stands for it.',
    },
    { kind: 'paragraphs', name: 'description', label: 'What it does', longest: 400, hint: 'One or two sentences.' },
    { kind: 'paragraphs', name: 'helpText', label: 'How it helps', longest: 400, hint: 'One or two sentences, from the visitor’s side.' },
    {
      kind: 'paragraphs',
      name: 'story',
      label: 'Story',
      longest: 2400,
      hint: 'For the platform’s own page. Paragraphs are separated by an empty line.',
    },
    { kind: 'lines', name: 'features', label: 'What one can do there', itemLabel: 'Line', each: 'line', least: 3, most: 5 },
    {
      kind: 'line',
      name: 'here',
      label: 'Open on this site already',
      longest: 200,
      isOptional: true,
      hint: 'One sentence, for a platform without an address; may be empty.',
    },
    { kind: 'choice', name: 'category', label: 'Category', options: categories, hint: 'Each category belongs to one platform.' },
    { kind: 'icon', name: 'icon', label: 'Icon', options: iconNames },
    {
      kind: 'lines',
      name: 'related',
      label: 'Worth seeing next',
      itemLabel: 'Platform',
      each: 'line',
      least: 2,
      most: 3,
      options: ids,
      hint: 'Two or three other platforms.',
    },
  ]
}
