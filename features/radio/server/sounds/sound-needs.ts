import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { TrackLibrary } from '#features/radio/contract.ts'
import type { Tx } from '../tracks/queries.ts'
import { listFailedSounds } from './queries.ts'

const kind = 'track-sound'

/** Recordings that cannot go on the air since they could not be brought into the station's format. */
export function createSoundNeeds({
  db,
  library,
  hrefOf,
}: {
  db: Database['db']
  library: Pick<TrackLibrary<Tx>, 'tryAgain'>
  hrefOf(recordingId: string): string
}): ActionItemSource {
  return {
    kinds: [kind],
    async list() {
      const rows = await listFailedSounds(db)
      return rows.map(({ recordingId, title, artist, reason, changedAt }): ActionItem => ({
        key: `${kind}:${recordingId}`,
        severity: 'promise',
        title: `“${title}” by ${artist} is ${recordingId.startsWith('track:') ? 'in the catalogue' : 'accepted'}, but not on the air`,
        detail: `It could not be converted for the station. ${reason}`,
        since: changedAt.toISOString(),
        action: { label: 'Try again', canUndo: false, doneLabel: 'Trying again' },
        href: hrefOf(recordingId),
      }))
    },
    runAction: (key) => library.tryAgain(key.slice(kind.length + 1)),
    undo: () => Promise.reject(new AppError('conflict', 'A try cannot be taken back.')),
  }
}
