import type { TrackLibrary } from '#features/radio/contract.ts'
import { trackIdOf } from './desk/submission-view.ts'
import { type Database, insertMove, lockSubmission } from './queries.ts'
import type { SubmissionParts } from './submission-parts.ts'

/** Writes the step and the mail about a track's first play, once, in the transaction in which the station notes it. */
export function followFirstPlays({
  outbox,
  letters,
  tracks,
}: Pick<SubmissionParts, 'outbox' | 'letters'> & { tracks: TrackLibrary<Database> }): void {
  const prefix = trackIdOf('')
  tracks.onFirstPlay(async (tx, { id: trackId, at }) => {
    if (!trackId.startsWith(prefix)) return
    const id = trackId.slice(prefix.length)
    const row = await lockSubmission(tx, id)
    // Withdrawn while it was on the air for the first time: the artist has another mail by then.
    if (row?.state !== 'accepted') return
    await insertMove(tx, { submissionId: id, step: 'first-played', actor: 'site', at })
    await outbox.enqueue(tx, `submission:${id}:first-played`, await letters.firstPlayed(row, at))
  })
}
