import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { listByHand, noteDoneByHand, noteNotDoneByHand } from './queries.ts'

const kind = 'track-by-hand'

/**
 * With a station that can be listened to but not written to: accepted tracks the owner has to add there, and taken-back
 * ones to take out.
 */
export function createByHandNeeds({
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
      const tracks = await listByHand(db)
      return tracks.map(({ id, title, artist, removedAt, addedAt }): ActionItem => ({
        key: `${kind}:${id}`,
        severity: 'promise',
        title: removedAt
          ? `“${title}” by ${artist} is off the air here: take it out of your station by hand`
          : `“${title}” by ${artist} is accepted: add it to your station by hand`,
        detail: removedAt
          ? 'From here your station can only be listened to, so it goes on playing the track.'
          : 'From here your station can only be listened to. Download the MP3 on the page of the track; with an API key this happens by itself.',
        since: (removedAt ?? addedAt).toISOString(),
        action: { label: removedAt ? 'I took it out' : 'I added it', canUndo: true },
        href: hrefOf(id),
      }))
    },
    async runAction(key) {
      if (!(await noteDoneByHand(db, idOf(key))))
        throw new AppError('conflict', 'There is nothing left to do about this track.')
    },
    async undo(key) {
      if (!(await noteNotDoneByHand(db, idOf(key)))) throw new AppError('conflict', 'This no longer stands.')
    },
  }
}
