import type { TrackOnAir as OnAir } from '#features/radio/contract.ts'
import { statusPath, type SubmissionView } from '#features/submissions/contract.ts'
import { type Submission, type SubmissionStepRow, textsOf } from './queries.ts'

/** Returns the permanent track id of a submission. */
export const trackIdOf = (submissionId: string) => `submission:${submissionId}`

/**
 * Builds the owner's view of a submission.
 *
 * @param token Token of the link to the artist's status page.
 */
export function viewOf(
  row: Submission,
  steps: readonly SubmissionStepRow[],
  onAir: OnAir,
  token: string,
): SubmissionView {
  const notes = row.checks?.notes
  const countOf = (severity: string) => notes?.filter((note) => note.severity === severity).length ?? 0
  const { external, sound, ...plays } = onAir
  return {
    id: row.id,
    state: row.state,
    artistName: row.artistName,
    songTitle: row.songTitle,
    genre: row.genre,
    durationSeconds: row.facts.durationSeconds,
    receivedAt: row.createdAt.toISOString(),
    notes: notes && { warning: countOf('warning'), problem: countOf('problem') },
    texts: textsOf(row),
    artistEmail: row.artistEmail,
    fileName: row.fileName,
    audioBytes: row.audioBytes,
    audioSha256: row.audioSha256,
    facts: row.facts,
    checks: row.checks ?? undefined,
    consent: { text: row.consentText, at: row.consentedAt.toISOString(), address: row.consentAddress },
    reason: row.reason,
    fileDeletedAt: row.fileDeletedAt?.toISOString(),
    onAir: plays,
    externalUpload: row.state === 'accepted' ? external : undefined,
    sound: row.state === 'accepted' ? sound : undefined,
    steps: steps.map(({ step, actor, detail, at }) => ({ step, actor, detail, at: at.toISOString() })),
    statusPath: statusPath(token),
  }
}
