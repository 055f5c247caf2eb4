import type { FollowedContent } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { slugOf } from '#shared/slug.ts'
import { type VenueEvent, venueEventSchema, type VenueService } from '#features/venue/contract.ts'

type Parts = { events: FollowedContent<VenueEvent>; serviceOver(source: EntrySource<VenueEvent>): VenueService }

/** The programme as the owner edits it: events come and go. */
export function editableEvents({ events, serviceOver }: Parts): EditableKind {
  return {
    kind: 'venue-event',
    one: 'Event',
    many: 'Events',
    fields: entryFields(venueEventSchema, { keyProperty: 'id' }),
    schema: venueEventSchema,
    keyProperty: 'id',
    list: () => events.list().map((entry) => ({ key: entry.id, name: entry.title, entry })),
    original: (key) => events.original(key),
    problems: () => [],
    pages: () => [{ path: '/#virtual-world', label: 'Landing page' }],
    over: (entry) => ({ venue: serviceOver(withEntry(events, ({ id }) => id, entry as VenueEvent)) }),
    adding: {
      keyOf: (title) => slugOf(title),
      blank: (title) => ({
        id: slugOf(title),
        title,
        description: '',
        starts: [''],
        durationMinutes: 60,
        timeZone: 'America/New_York',
        isCalledOff: false,
      }),
    },
  }
}
