import { countOf } from '#shared/count-of.ts'
import { AppError } from '#shared/errors.ts'
import { formatDuration } from '#shared/duration.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { genreNames } from '#features/submissions/constants.ts'
import type { SubmissionAdminService, SubmissionRow } from '#features/submissions/contract.ts'

/** Maximum number of tracks listed individually; the rest is summarized. */
const maxListed = 20

const counted = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`])

function describeChecks(notes: SubmissionRow['notes']): string {
  if (!notes) return 'not checked yet'
  const found = [...counted(notes.problem, 'problem'), ...counted(notes.warning, 'warning')]
  return found.length > 0 ? found.join(' and ') : 'no problems'
}

/**
 * Action items for tracks in review, oldest first. They have no direct action, because a track should be listened to
 * before it is accepted.
 */
export function createTrackActionItems(admin: Pick<SubmissionAdminService, 'list'>): ActionItemSource {
  return {
    kinds: ['track', 'tracks'],
    async list() {
      const { rows, total } = await admin.list({ state: 'in_review', page: 1 })
      const items = rows
        .slice(0, maxListed)
        .map(({ id, songTitle, artistName, genre, durationSeconds, notes, receivedAt }): ActionItem => ({
          key: `track:${id}`,
          severity: 'person',
          title: `Review ${quoteTitle(songTitle)} by ${artistName}`,
          detail: [
            genreNames[genre as keyof typeof genreNames] ?? genre,
            formatDuration(durationSeconds),
            describeChecks(notes),
          ].join(', '),
          since: receivedAt,
          href: `/admin/submissions/${id}`,
        }))
      const next = rows[maxListed]
      if (!next) return items
      const more: ActionItem = {
        key: 'tracks:more',
        severity: 'person',
        title: `Review ${countOf(total - maxListed, 'more track')}`,
        detail: 'The queue lists them oldest first.',
        since: next.receivedAt,
        href: '/admin/submissions',
      }
      return [...items, more]
    },
    runAction: () => Promise.reject(new AppError('conflict', 'Open the track and listen to it first.')),
    undo: () => Promise.reject(new AppError('conflict', 'There is nothing to undo.')),
  }
}
