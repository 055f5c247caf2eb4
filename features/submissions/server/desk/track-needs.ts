import { AppError } from '#shared/errors.ts'
import { formatDuration } from '#shared/duration.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { genreNames } from '#features/submissions/terms.ts'
import type { SubmissionDeskService, SubmissionRow } from '#features/submissions/contract.ts'

/** So many waiting tracks stand one by one; the rest is a number. */
const told = 20

const counted = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`])

function checksInWords(notes: SubmissionRow['notes']): string {
  if (!notes) return 'not checked yet'
  const found = [...counted(notes.problem, 'problem'), ...counted(notes.warning, 'warning')]
  return found.length > 0 ? `the checks found ${found.join(' and ')}` : 'no warnings'
}

/**
 * Tracks that wait for the owner's ear, the oldest first. None has an act of its own: the only safe thing to do with
 * a track is to listen to it, and accepting puts it before everybody.
 */
export function createTrackNeeds(desk: Pick<SubmissionDeskService, 'list'>): ActionItemSource {
  return {
    kinds: ['track', 'tracks'],
    async list() {
      const { rows, total } = await desk.list({ state: 'in_review', page: 1 })
      const needs = rows
        .slice(0, told)
        .map(({ id, songTitle, artistName, genre, durationSeconds, notes, receivedAt }): ActionItem => ({
          key: `track:${id}`,
          severity: 'person',
          title: `“${songTitle}” by ${artistName} waits to be heard`,
          detail: [
            genreNames[genre as keyof typeof genreNames] ?? genre,
            formatDuration(durationSeconds),
            checksInWords(notes),
          ].join(', '),
          since: receivedAt,
          href: `/admin/submissions/${id}`,
        }))
      const next = rows[told]
      if (!next) return needs
      const more: ActionItem = {
        key: 'tracks:more',
        severity: 'person',
        title: `${(total - told).toLocaleString('en-US')} more tracks wait to be heard`,
        detail: 'They stand in the queue in the order in which they came.',
        since: next.receivedAt,
        href: '/admin/submissions',
      }
      return [...needs, more]
    },
    runAction: () => Promise.reject(new AppError('conflict', 'Open the track and listen to it first.')),
    undo: () => Promise.reject(new AppError('conflict', 'There is nothing to take back.')),
  }
}
