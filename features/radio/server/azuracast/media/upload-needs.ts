import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { TrackLibrary } from '#features/radio/contract.ts'
import type { Tx } from '../../tracks/queries.ts'
import { listGivenUp } from './queries.ts'

const kind = 'track-upload'

/** Tracks that an outside station did not take, or would not let go of. */
export function createUploadNeeds({
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
      const tracks = await listGivenUp(db)
      return tracks.map(({ id, title, artist, removedAt, outsideFault, addedAt }): ActionItem => ({
        key: `${kind}:${id}`,
        severity: 'promise',
        title: removedAt
          ? `“${title}” by ${artist} is off the air here, but your station still has it`
          : `“${title}” by ${artist} is accepted, but your station does not have it`,
        detail: `When it was tried last, ${outsideFault || 'nothing was answered'}.`,
        since: (removedAt ?? addedAt).toISOString(),
        action: { label: 'Try again', canUndo: false, doneLabel: 'Trying again' },
        href: hrefOf(id),
      }))
    },
    runAction: (key) => library.tryAgain(key.slice(kind.length + 1)),
    undo: () => Promise.reject(new AppError('conflict', 'A try cannot be taken back.')),
  }
}
