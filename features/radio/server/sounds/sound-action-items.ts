import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { TrackLibrary } from '#features/radio/contract.ts'
import type { Tx } from '../queries.ts'
import { listFailedSounds } from './queries.ts'

const kind = 'track-sound'

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
        title: `${quoteTitle(title)} by ${artist} is ${recordingId.startsWith('track:') ? 'in the catalog' : 'accepted'} but not on air`,
        detail: `The recording could not be converted. ${reason}`,
        since: changedAt.toISOString(),
        action: {
          label: 'Try again',
          canUndo: false,
          doneMessage: `Retrying the conversion of ${quoteTitle(title)} by ${artist}.`,
        },
        href: hrefOf(recordingId),
      }))
    },
    runAction: (key) => library.tryAgain(key.slice(kind.length + 1)),
    undo: () => Promise.reject(new AppError('conflict', 'A retry cannot be undone.')),
  }
}
