import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { TrackLibrary } from '#features/radio/contract.ts'
import type { Tx } from '../queries.ts'
import { listFailedSounds } from './queries.ts'

const kind = 'track-sound'

/** Returns how a recording came to the station: from the content, from the import, or by accepting a submission. */
function stateOf(recordingId: string): string {
  if (recordingId.startsWith('track:')) return 'in the catalog'
  return recordingId.startsWith('import:') ? 'added to the station' : 'accepted'
}

/** Action items for recordings that could not be converted. */
export function createSoundActionItems({
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
        title: `${quoteTitle(title)} by ${artist} is ${stateOf(recordingId)} but not on air`,
        detail: `The recording could not be converted. ${reason}`,
        since: changedAt.toISOString(),
        action: {
          label: 'Try again',
          canUndo: false,
          doneMessage: `The conversion of ${quoteTitle(title)} by ${artist} will be retried.`,
          isQueued: true,
        },
        href: hrefOf(recordingId),
      }))
    },
    runAction: (key) => library.tryAgain(key.slice(kind.length + 1)),
    undo: () => Promise.reject(new AppError('conflict', 'A retry cannot be undone.')),
  }
}
