import { iconNames } from '#shared/icon-names.ts'
import type { EntryField } from '#shared/entry-fields.ts'

/** What can be edited of an era; see `eraSchema`. */
export const eraFields: readonly EntryField[] = [
  { kind: 'line', name: 'title', label: 'Title' },
  { kind: 'paragraphs', name: 'description', label: 'Description', longest: 600 },
  { kind: 'lines', name: 'awards', label: 'Awards', itemLabel: 'Award', each: 'line', least: 0, most: 12 },
]

/** What can be edited of a milestone; see `milestoneSchema`. */
export const milestoneFields: readonly EntryField[] = [
  { kind: 'line', name: 'period', label: 'When', hint: 'As printed: 1983, or 1991-1994.' },
  { kind: 'line', name: 'title', label: 'Title' },
  { kind: 'line', name: 'category', label: 'Category' },
  { kind: 'paragraphs', name: 'description', label: 'Description', longest: 800 },
  { kind: 'line', name: 'award', label: 'Award', isOptional: true, hint: 'May be empty.' },
  { kind: 'icon', name: 'icon', label: 'Icon', options: iconNames },
  { kind: 'hue', name: 'colour', label: 'Hue', least: 0, most: 359, hint: 'The colour of its mark on the timeline, in degrees.' },
]

/** What can be edited of the journey page around its milestones; see `journeyPageSchema`. @param ids All platforms. */
export function journeyFields(ids: readonly string[]): readonly EntryField[] {
  return [
    { kind: 'paragraphs', name: 'lead', label: 'Lead', longest: 400, hint: 'The line under the title.' },
    { kind: 'lines', name: 'roots', label: 'Early roots', itemLabel: 'Paragraph', each: 'paragraphs', least: 2, most: 12 },
    {
      kind: 'list',
      name: 'platforms',
      label: 'Ecosystem',
      itemLabel: 'Platform',
      least: 10,
      most: 10,
      hint: 'Ten platforms, each with the reason it was built.',
      fields: [
        { kind: 'choice', name: 'id', label: 'Platform', options: ids },
        { kind: 'line', name: 'name', label: 'Name as printed' },
        { kind: 'paragraphs', name: 'purpose', label: 'Why it was built', longest: 200 },
      ],
    },
    {
      kind: 'lines',
      name: 'infrastructure',
      label: 'Blockchain infrastructure',
      itemLabel: 'Paragraph',
      each: 'paragraphs',
      least: 1,
      most: 12,
    },
    { kind: 'lines', name: 'recognition', label: 'Recognition', itemLabel: 'Line', each: 'line', least: 3, most: 20 },
    { kind: 'lines', name: 'legacy', label: 'Legacy', itemLabel: 'Paragraph', each: 'paragraphs', least: 1, most: 12 },
  ]
}
