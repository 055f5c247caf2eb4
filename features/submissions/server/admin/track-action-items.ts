import { AppError } from '#shared/errors.ts'
import { clockDuration } from '#shared/duration.ts'
import type { Need, NeedSource } from '#features/owner/contract.ts'
import { genreNames } from '#features/submissions/constants.ts'
import type { SubmissionAdminService, SubmissionRow } from '#features/submissions/contract.ts'

/** Tracks listed individually; the rest is summarised. */
const maxListed = 20

const counted = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`])

function checksInWords(notes: SubmissionRow['notes']): string {
  if (!notes) return 'not checked yet'
  const found = [...counted(notes.problem, 'problem'), ...counted(notes.warning, 'warning')]
  return found.length > 0 ? found.join(' and ') : 'no warnings'
}

/**
 * Action items for tracks in review, oldest first. They have no direct action: a track should be listened to before it
 * is accepted.
 */
export function createTrackActionItems(admin: Pick<SubmissionAdminService, 'list'>): NeedSource {
  return {
    kinds: ['track', 'tracks'],
    async list() {
      const { rows, total } = await admin.list({ state: 'in_review', page: 1 })
      const items = rows
        .slice(0, maxListed)
        .map(({ id, songTitle, artistName, genre, durationSeconds, notes, receivedAt }): Need => ({
          key: `track:${id}`,
          harm: 'person',
          title: `Review “${songTitle}” by ${artistName}`,
          detail: [
            genreNames[genre as keyof typeof genreNames] ?? genre,
            clockDuration(durationSeconds),
            checksInWords(notes),
          ].join(', '),
          since: receivedAt,
          href: `/admin/submissions/${id}`,
        }))
      const next = rows[maxListed]
      if (!next) return items
      const more: Need = {
        key: 'tracks:more',
        harm: 'person',
        title: `Review ${(total - maxListed).toLocaleString('en-US')} more tracks`,
        detail: 'The queue lists them oldest first.',
        since: next.receivedAt,
        href: '/admin/submissions',
      }
      return [...items, more]
    },
    act: () => Promise.reject(new AppError('conflict', 'Open the track and listen to it first.')),
    undo: () => Promise.reject(new AppError('conflict', 'There is nothing to undo.')),
  }
}
