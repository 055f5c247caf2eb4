import type { TrackLibrary } from '#features/radio/contract.ts'
import { trackIdOf } from './submission-view.ts'
import { type Database, insertStep, lockSubmission } from './queries.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/**
 * Records the step and queues the email about a track's first play, once, in the transaction in which the station
 * records the play.
 */
export function followFirstPlays({
  outbox,
  emails,
  tracks,
}: Pick<SubmissionDeps, 'outbox' | 'emails'> & { tracks: TrackLibrary<Database> }): void {
  const prefix = trackIdOf('')
  tracks.onFirstPlay(async (tx, { id: trackId, at }) => {
    if (!trackId.startsWith(prefix)) return
    const id = trackId.slice(prefix.length)
    const row = await lockSubmission(tx, id)
    // The track was withdrawn during its first play, and the artist got another email about that.
    if (row?.state !== 'accepted') return
    await insertStep(tx, { submissionId: id, step: 'first-played', actor: 'site', at })
    await outbox.enqueue(tx, `submission:${id}:first-played`, await emails.firstPlayed(row, at))
  })
}
