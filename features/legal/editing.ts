import type { EntryField } from '#shared/entry-fields.ts'

const marks = 'Facts: {supportEmail}, {postalAddress}, {origin}. Links: [words](/page), [words](https://…), [words](mailto:…).'

/** What can be edited of a legal document; see `legalEntrySchema`. */
export const legalFields: readonly EntryField[] = [
  { kind: 'line', name: 'title', label: 'Title', longest: 80 },
  { kind: 'paragraphs', name: 'description', label: 'For search engines', longest: 160, hint: '50 to 160 characters.' },
  { kind: 'date', name: 'updated', label: 'Date of these words', hint: 'Printed under the title.' },
  { kind: 'paragraphs', name: 'lead', label: 'Lead', longest: 4000, hint: marks },
  {
    kind: 'list',
    name: 'sections',
    label: 'Sections',
    itemLabel: 'Section',
    least: 1,
    most: 30,
    fields: [
      { kind: 'line', name: 'heading', label: 'Heading', longest: 120 },
      {
        kind: 'line',
        name: 'id',
        label: 'Last part of its address',
        hint: 'Lower-case words joined by hyphens. People may have linked to it.',
      },
      { kind: 'paragraphs', name: 'text', label: 'Text', longest: 4000, hint: `Paragraphs are separated by an empty line. ${marks}` },
      {
        kind: 'lines',
        name: 'list',
        label: 'Lines below the text',
        itemLabel: 'Line',
        each: 'paragraphs',
        least: 0,
        most: 30,
        longest: 4000,
      },
      { kind: 'switch', name: 'isSample', label: 'Holds sample words', hint: 'The page says so until the words are your own.' },
    ],
  },
]
