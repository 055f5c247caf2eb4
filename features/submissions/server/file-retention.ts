import { keptDays } from '#features/submissions/terms.ts'
import { spectrogramKeyOf } from './check-submission.ts'
import { insertMove, listFilesToDelete, lockSubmission, type Submission, updateSubmission } from './queries.ts'
import type { SubmissionParts } from './submission-parts.ts'

const keptMs = keptDays * 24 * 60 * 60_000
const atOnce = 50

/** Deletes the files of tracks that were declined or withdrawn, after the days in which that may be regretted. Any number of processes may do so. */
export function createFileRetention(parts: SubmissionParts): (signal?: AbortSignal) => Promise<void> {
  const { db, clock, storage, log } = parts

  async function deleteDue(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const ids = await listFilesToDelete(db, new Date(clock.now().getTime() - keptMs), atOnce)
      for (const id of ids) {
        if (signal?.aborted) return
        await letGo(id)
      }
      if (ids.length < atOnce) return
    }
  }

  // The row first: what it no longer names, the next start's sweep removes if we do not come to it.
  async function letGo(id: string): Promise<void> {
    const row = await db.transaction(async (tx) => {
      const locked = await lockSubmission(tx, id)
      if (!locked || !isDue(locked, clock.now())) return undefined
      const at = clock.now()
      await insertMove(tx, { submissionId: id, step: 'file-deleted', actor: 'site', at })
      return updateSubmission(tx, id, { fileDeletedAt: at })
    })
    if (!row) return
    try {
      for (const key of [row.audioKey, spectrogramKeyOf(row.audioKey)]) await storage.delete(key)
    } catch (err) {
      log.warn({ err, submission: id }, 'the file of a submission could not be deleted; the next start deletes it')
    }
  }

  return deleteDue
}

// Put back into the queue, or decided anew, while we came.
function isDue({ state, decidedAt, fileDeletedAt }: Submission, now: Date): boolean {
  return (
    (state === 'declined' || state === 'withdrawn') && !fileDeletedAt && decidedAt !== null && now.getTime() - decidedAt.getTime() >= keptMs
  )
}
