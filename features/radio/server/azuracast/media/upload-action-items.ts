import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { TrackLibrary } from '#features/radio/contract.ts'
import type { Tx } from '../../queries.ts'
import { listFailedUploads } from './queries.ts'

const kind = 'track-upload'

/** Action items for failed uploads to an external station, or failed removals from it. */
export function createUploadActionItems({
  db,
  library,
  hrefOf,
}: {
  db: Database['db']
  library: TrackLibrary<Tx>
  hrefOf(trackId: string): string
}): ActionItemSource {
  return {
    kinds: [kind],
    async list() {
      const tracks = await listFailedUploads(db)
      return tracks.map(({ id, title, artist, removedAt, externalError, addedAt }): ActionItem => ({
        key: `${kind}:${id}`,
        severity: 'promise',
        title: removedAt
          ? `${quoteTitle(title)} by ${artist} should no longer be on air but is still on your station`
          : `${quoteTitle(title)} by ${artist} ${id.startsWith('import:') ? 'could not be uploaded to your station' : 'is accepted but not on your station'}`,
        detail: `The last attempt failed: ${externalError || 'no response'}.`,
        since: (removedAt ?? addedAt).toISOString(),
        action: {
          label: 'Try again',
          canUndo: false,
          doneMessage: `The ${removedAt ? 'removal' : 'upload'} of ${quoteTitle(title)} by ${artist} will be retried.`,
          isQueued: true,
        },
        href: hrefOf(id),
      }))
    },
    runAction: (key) => library.tryAgain(key.slice(kind.length + 1)),
    undo: () => Promise.reject(new AppError('conflict', 'A retry cannot be undone.')),
  }
}
