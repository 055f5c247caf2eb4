import { isAppError } from '#shared/errors.ts'
import { peakCount } from '#platform/recordings/analysis.ts'
import { drawSpectrogram } from '#platform/recordings/listening/draw-spectrogram.ts'
import { listenTo } from '#platform/recordings/listening/listen.ts'
import type { RecordingChecks } from '#features/submissions/contract.ts'
import {
  countCheckAttempt,
  insertStep,
  listSameBytes,
  lockSubmission,
  type Submission,
  uncountCheckAttempt,
  updateSubmission,
} from './queries.ts'
import type { SubmissionDeps } from './submission-deps.ts'
import { noteFaults, notListened } from './notes.ts'

/** Maximum attempts to analyse a recording that ends the process. */
const maxAttempts = 3

/** Dependencies of a check; `listen` analyses a recording and is replaced in tests. */
export type CheckDeps = SubmissionDeps & { listen?: typeof listenTo | undefined }

/**
 * Analyses one submission and, if it is undecided, moves it to review, whatever the result.
 *
 * @throws Error where the listening failed or was stopped; it is to be tried again. AppError `unavailable` while the
 *   storage is, `not-found` when it has lost the file.
 */
export async function checkSubmission(deps: CheckDeps, row: Submission, signal: AbortSignal): Promise<void> {
  const attempts = await countCheckAttempt(deps.db, row.id)
  const checks =
    attempts <= maxAttempts
      ? await analyse(deps, row, signal).catch(async (error: unknown) => {
          // Neither an outage of the storage nor a missing file is the recording's fault.
          if (isAppError(error)) await uncountCheckAttempt(deps.db, row.id)
          throw error
        })
      : emptyChecks(await listSameBytes(deps.db, row))
  if (checks) return completeCheck(deps, row.id, checks)
  // Ended in the middle, by no fault of the recording.
  await uncountCheckAttempt(deps.db, row.id)
  throw new Error('The analysis was stopped.')
}

/** Returns the storage key of a spectrogram. */
export const spectrogramKeyOf = (audioKey: string) => audioKey.replace(/\.mp3$/, '.webp')

async function analyse(
  { db, storage, log, listen = listenTo }: CheckDeps,
  row: Submission,
  signal: AbortSignal,
): Promise<RecordingChecks | undefined> {
  const sameAs = await listSameBytes(db, row)
  const outcome = await storage.withFile(row.audioKey, (path) => listen({ path }, signal))
  if (!outcome.ok && outcome.reason === 'stopped') return undefined
  // A disk that does not answer may do so at the next attempt; what cannot be decoded never will.
  if (!outcome.ok && outcome.reason === 'failed') throw new Error('The analysis thread ended unexpectedly.')
  if (!outcome.ok || !outcome.result) {
    log.warn(
      { submission: row.id, reason: outcome.ok ? 'nothing decoded' : outcome.reason },
      'analyzing submission failed',
    )
    return emptyChecks(sameAs)
  }
  const { spectrogram, durationSeconds: _, ...heard } = outcome.result
  const spectrogramKey = spectrogramKeyOf(row.audioKey)
  await storage.put(spectrogramKey, await drawSpectrogram(spectrogram), { contentType: 'image/webp' })
  const checks = { ...heard, sameAs }
  return { ...checks, spectrogramKey, notes: noteFaults(checks, row.facts) }
}

function emptyChecks(sameAs: string[]): RecordingChecks {
  return {
    loudnessLufs: null,
    truePeakDb: null,
    clippedSamples: 0,
    silence: { leadSeconds: 0, tailSeconds: 0, longestSeconds: 0 },
    brokenFrames: 0,
    peaks: Array.from({ length: peakCount }, () => 0),
    spectrogramKey: null,
    sameAs,
    notes: [notListened],
  }
}

// What was decided or taken back meanwhile stays so, and its artist has that news; another process may have been
// faster.
async function completeCheck(
  { db, clock, outbox, emails }: SubmissionDeps,
  id: string,
  checks: RecordingChecks,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockSubmission(tx, id)
    if (!row || row.checks) return
    const at = clock.now()
    const isNext = row.state === 'received'
    const checked = await updateSubmission(tx, id, { checks, checkedAt: at, ...(isNext ? { state: 'in_review' } : {}) })
    await insertStep(tx, { submissionId: id, step: 'checked', actor: 'site', at })
    if (!isNext) return
    await outbox.enqueue(tx, `submission:${id}:in-review`, await emails.inReview(checked))
  })
  outbox.wake()
}
