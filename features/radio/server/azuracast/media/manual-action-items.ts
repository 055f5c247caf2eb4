import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { listManualTasks, markManuallyDone, markManuallyUndone } from './queries.ts'

const kind = 'track-by-hand'

/** Action items for a read-only station: accepted tracks the owner has to add there, and withdrawn ones to remove. */
export function createManualActionItems({
  db,
  hrefOf,
}: {
  db: Database['db']
  hrefOf(trackId: string): string
}): ActionItemSource {
  const idOf = (key: string) => key.slice(kind.length + 1)
  return {
    kinds: [kind],
    async list() {
      const tracks = await listManualTasks(db)
      return tracks.map(({ id, title, artist, removedAt, addedAt }): ActionItem => ({
        key: `${kind}:${id}`,
        severity: 'promise',
        title: removedAt
          ? `Remove ${quoteTitle(title)} by ${artist} from your station`
          : `Add ${quoteTitle(title)} by ${artist} to your station`,
        detail: removedAt
          ? 'The track should no longer be on air, but it may still be on your station. This site can only read from your station, so remove the track there.'
          : `This site can only read from your station. ${id.startsWith('import:') ? 'Upload the MP3 that you imported to your station.' : 'Download the MP3 from the track’s page, then upload it to your station.'} With an API key, tracks are uploaded automatically.`,
        since: (removedAt ?? addedAt).toISOString(),
        action: {
          label: removedAt ? 'Mark as removed' : 'Mark as added',
          canUndo: true,
          doneMessage: `${quoteTitle(title)} by ${artist} is marked as ${removedAt ? 'removed from' : 'added to'} your station.`,
        },
        href: hrefOf(id),
      }))
    },
    async runAction(key) {
      if (!(await markManuallyDone(db, idOf(key)))) throw new AppError('conflict', 'This track needs no action.')
    },
    async undo(key) {
      if (!(await markManuallyUndone(db, idOf(key))))
        throw new AppError('conflict', 'This track has changed since then, so the action cannot be undone.')
    },
  }
}
