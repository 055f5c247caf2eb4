import type { EntryField } from '#shared/entry-fields.ts'

/** What can be edited of an event in the venue; see `venueEventSchema`. */
export const venueEventFields: readonly EntryField[] = [
  { kind: 'line', name: 'title', label: 'Title', longest: 80 },
  { kind: 'paragraphs', name: 'description', label: 'Description', longest: 600 },
  {
    kind: 'lines',
    name: 'starts',
    label: 'Begins',
    itemLabel: 'Time',
    each: 'line',
    least: 1,
    most: 60,
    hint: 'In UTC, one line for each time: 2026-12-04T02:00Z is 9 PM of 3 December in New York. Visitors read it in their own zone.',
  },
  { kind: 'number', name: 'durationMinutes', label: 'Minutes', least: 5, most: 1440, hint: 'How long it lasts.' },
  {
    kind: 'line',
    name: 'timeZone',
    label: 'Time zone',
    longest: 60,
    hint: 'The clock it is announced by, such as America/New_York or Europe/Berlin.',
  },
  {
    kind: 'switch',
    name: 'isCalledOff',
    label: 'Called off',
    hint: 'Stays in the programme with a mark, and calendars that follow it are told. Removing it tells nobody.',
  },
]
