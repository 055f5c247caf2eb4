import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource } from '#platform/content-edits/derived.ts'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { type VenueEvent, venueEventSchema, type VenueService } from '#features/venue/contract.ts'
import { editableEvents } from './editable-events.ts'
import { listOccurrences, splitProgramme } from './occurrences.ts'
import { roomAt } from './room-address.ts'

/** What the venue is told of the installation; asked at every question, because the owner may change it. */
export type VenueFacts = { readonly roomUrl: string | undefined; readonly origin: string }

/**
 * Loads the venue's programme, with the owner's edits over it.
 *
 * @throws ContentError naming file and field.
 */
export function loadVenue(contentDir: string, facts: VenueFacts, edits: ContentEdits) {
  const file = 'events.yaml'
  const files = readContent(contentDir, file, z.array(venueEventSchema).max(100))
  const ids = files.map(({ id }) => id)
  refuseContent(ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `content/${file}: the id ${id} is there more than once`))
  const writtenAt = statSync(join(contentDir, file)).mtime
  const events = edits.follow({ kind: 'venue-event', files, keyOf: ({ id }) => id, schema: venueEventSchema })
  const serviceOver = (source: EntrySource<VenueEvent>): VenueService => {
    const occurrences = derived(source, listOccurrences)
    const room = () => roomAt(facts.roomUrl, facts.origin)
    return {
      room,
      occurrences,
      programme: (at) => ({ at: at.toISOString(), room: room(), ...splitProgramme(occurrences(), at) }),
      revisedAt: () => edits.newest('venue-event').reduce((last, { at }) => (at > last ? at : last), writtenAt),
    }
  }
  return { service: serviceOver(events), editable: [editableEvents({ events, serviceOver })] }
}
