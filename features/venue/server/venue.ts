import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ContentEdits, FollowedContent } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { type VenueEvent, venueEventSchema, type VenueService } from '#features/venue/contract.ts'
import { listOccurrences, splitSchedule } from './occurrences.ts'
import { roomAt } from './room-address.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { slugOf } from '#shared/slug.ts'

/** Facts of the installation, read at every access because the owner may change them. */
export type VenueFacts = {
  readonly roomUrl: string | undefined
  readonly origin: string
  /** True if the owner allows guests of our own venue to talk. */
  readonly isVoiceOn?: boolean
}

/**
 * Loads the venue's schedule with the owner's edits.
 *
 * @throws ContentError naming file and field.
 */
export function loadVenue(contentDir: string, facts: VenueFacts, edits: ContentEdits) {
  const file = 'events.yaml'
  const files = readContent(contentDir, file, z.array(venueEventSchema).max(100))
  const ids = files.map(({ id }) => id)
  refuseContent(
    ids
      .filter((id, place) => ids.indexOf(id) !== place)
      .map((id) => `content/${file}: the id ${id} is used more than once`),
  )
  const writtenAt = statSync(join(contentDir, file)).mtime
  const events = edits.follow({ kind: 'venue-event', files, keyOf: ({ id }) => id, schema: venueEventSchema })
  const serviceOver = (source: EntrySource<VenueEvent>): VenueService => {
    const occurrences = derived(source, listOccurrences)
    const room = () => roomAt(facts.roomUrl, facts.origin)
    return {
      room,
      occurrences,
      schedule: (at) => ({
        at: at.toISOString(),
        room: room(),
        isVoiceOn: facts.isVoiceOn ?? false,
        ...splitSchedule(occurrences(), at),
      }),
      revisedAt: () => edits.newest('venue-event').reduce((last, { at }) => (at > last ? at : last), writtenAt),
    }
  }
  return { service: serviceOver(events), editable: [editableEvents({ events, serviceOver })] }
}

type Deps = { events: FollowedContent<VenueEvent>; serviceOver(source: EntrySource<VenueEvent>): VenueService }

/** Returns the editable kind of events, which can be added and removed. */
function editableEvents({ events, serviceOver }: Deps): EditableKind {
  return {
    kind: 'venue-event',
    singular: 'Event',
    plural: 'Events',
    fields: entryFields(venueEventSchema, { keyProperty: 'id' }),
    schema: venueEventSchema,
    keyProperty: 'id',
    list: () => events.list().map((entry) => ({ key: entry.id, name: entry.title, entry })),
    original: (key) => events.original(key),
    problems: () => [],
    pages: () => [{ path: '/#virtual-world', label: 'Landing page' }],
    over: (entry) => ({ venue: serviceOver(withEntry(events, ({ id }) => id, entry as VenueEvent)) }),
    adding: {
      nameHint: 'The web address of the event’s calendar file is made from this name and cannot be changed later.',
      keyOf: (title) => slugOf(title),
      blank: (title) => ({
        id: slugOf(title),
        title,
        description: '',
        starts: [''],
        durationMinutes: 60,
        timeZone: 'America/New_York',
        setList: [],
        isCalledOff: false,
      }),
    },
  }
}
