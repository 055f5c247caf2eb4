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

/** Maximum attempts to analyze a recording that crashes the process. */
const maxAttempts = 3

/** Dependencies of a check; `listen` analyzes a recording and is replaced in tests. */
export type CheckDeps = SubmissionDeps & { listen?: typeof listenTo | undefined; niceness: number }

/**
 * Analyzes one submission and, if it is undecided, moves it to review, whatever the result.
 *
 * @throws Error if the analysis failed or was stopped and should be retried. AppError `unavailable` during a storage
 * outage, `not-found` if the file is lost.
 */
export async function checkSubmission(deps: CheckDeps, row: Submission, signal: AbortSignal): Promise<void> {
  const attempts = await countCheckAttempt(deps.db, row.id)
  const checks =
    attempts <= maxAttempts
      ? await analyse(deps, row, signal).catch(async (error: unknown) => {
          // Neither a storage outage nor a missing file is caused by the recording.
          if (isAppError(error)) await uncountCheckAttempt(deps.db, row.id)
          throw error
        })
      : emptyChecks(await listSameBytes(deps.db, row))
  if (checks) return completeCheck(deps, row.id, checks)
  // The analysis was interrupted, which is not caused by the recording.
  await uncountCheckAttempt(deps.db, row.id)
  throw new Error('The analysis was stopped.')
}

/** Returns the storage key of a spectrogram. */
export const spectrogramKeyOf = (audioKey: string) => audioKey.replace(/\.mp3$/, '.webp')

async function analyse(
  { db, storage, log, niceness, listen = listenTo }: CheckDeps,
  row: Submission,
  signal: AbortSignal,
): Promise<RecordingChecks | undefined> {
  const sameAs = await listSameBytes(db, row)
  const outcome = await storage.withFile(row.audioKey, (path) => listen({ path, niceness }, signal))
  if (!outcome.ok && outcome.reason === 'stopped') return undefined
  // A disk that does not respond may do so at the next attempt, but a recording that cannot be decoded never can.
  if (!outcome.ok && outcome.reason === 'failed') throw new Error('The analysis thread ended unexpectedly.')
  if (!outcome.ok || !outcome.result) {
    log.warn(
      { submission: row.id, reason: outcome.ok ? 'nothing decoded' : outcome.reason },
      'analyzing submission failed',
    )
    return emptyChecks(sameAs)
  }
  const { spectrogram, durationSeconds: _, ...analysis } = outcome.result
  const spectrogramKey = spectrogramKeyOf(row.audioKey)
  await storage.put(spectrogramKey, await drawSpectrogram(spectrogram), { contentType: 'image/webp' })
  const checks = { ...analysis, sameAs }
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

// A decision or withdrawal in the meantime stays, and the artist has been notified of it. Another process may also have
// been faster.
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
