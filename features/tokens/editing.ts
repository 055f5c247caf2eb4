import type { EntryField } from '#shared/entry-fields.ts'

/** What can be edited of a token; see `tokenSchema`. Its mint and its exchange page are settings. */
export const tokenFields: readonly EntryField[] = [
  { kind: 'line', name: 'name', label: 'Name' },
  { kind: 'line', name: 'tagline', label: 'Tagline', longest: 120 },
  { kind: 'paragraphs', name: 'description', label: 'Description', longest: 1200 },
  { kind: 'lines', name: 'uses', label: 'What it is for', itemLabel: 'Use', each: 'line', least: 3, most: 5 },
]
