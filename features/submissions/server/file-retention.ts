import { keptDays } from '#features/submissions/terms.ts'
import { spectrogramKeyOf } from './checks/check-submission.ts'
import { insertMove, listFilesToDelete, lockSubmission, type Submission, updateSubmission } from './queries.ts'
import type { SubmissionParts } from './submission-parts.ts'

const tickMs = 60 * 60_000
const keptMs = keptDays * 24 * 60 * 60_000
const atOnce = 50

/** Deletes the files of tracks that were declined or withdrawn, after the days in which that may be regretted. Any number of processes may do so. */
export type FileRetention = {
  start(): void
  /** Deletes what is due, once. */
  now(): Promise<void>
  stop(): Promise<void>
}

export function createFileRetention(parts: SubmissionParts): FileRetention {
  const { db, clock, storage, log } = parts
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  async function deleteDue(): Promise<void> {
    for (;;) {
      const ids = await listFilesToDelete(db, new Date(clock.now().getTime() - keptMs), atOnce)
      for (const id of ids) {
        if (isStopped) return
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

  const now = () => (running ??= deleteDue().finally(() => (running = undefined)))
  const tick = () => void now().catch((err: unknown) => log.warn({ err }, 'files of old submissions could not be deleted; trying again'))

  return {
    start() {
      timer = setInterval(tick, tickMs).unref()
      tick()
    },
    now,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

// Put back into the queue, or decided anew, while we came.
function isDue({ state, decidedAt, fileDeletedAt }: Submission, now: Date): boolean {
  return (
    (state === 'declined' || state === 'withdrawn') && !fileDeletedAt && decidedAt !== null && now.getTime() - decidedAt.getTime() >= keptMs
  )
}
