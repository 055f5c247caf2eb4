import { z } from 'zod'
import { isAppError } from '#shared/errors.ts'
import { defineJob } from '#platform/feature.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { findSubmission, listUnchecked } from './queries.ts'
import { type CheckDeps, checkSubmission } from './check-submission.ts'

const checkJob = 'submissions.check'

/** Maximum time for which uploads can delay the checks. */
const maxHoldMs = 60_000

/** Number of submissions queued in one run. */
const atOnce = 500

/**
 * Queues the check of a submission; call it in the transaction that writes the submission. Each submission has at most
 * one queued or running check.
 */
export const queueCheck = (
  jobs: Jobs,
  tx: Parameters<Jobs['add']>[0],
  id: string,
  options: { unlessFailed?: boolean } = {},
) => jobs.add(tx, checkJob, { id }, { key: id, ...options })

/**
 * Creates the jobs that check submissions: one at a time per process, in order of arrival.
 *
 * @param isBusy Returns whether uploads are in progress; checks then wait, to leave them the machine.
 */
export function createCheckJobs(deps: CheckDeps & { jobs: Jobs }, isBusy: () => boolean) {
  const { db, jobs } = deps
  let stoppedSince: number | undefined
  return [
    defineJob({
      name: checkJob,
      title: 'Check a submitted track',
      role: 'worker',
      data: z.object({ id: z.uuid() }),
      canStart() {
        if (!isBusy()) stoppedSince = undefined
        else stoppedSince ??= performance.now()
        return stoppedSince === undefined || performance.now() - stoppedSince >= maxHoldMs
      },
      async run({ id }, signal) {
        const row = await findSubmission(db, id)
        // The submission may have been declined, withdrawn or checked in the meantime.
        if (row && !row.checks && ['received', 'in_review', 'accepted'].includes(row.state))
          await checkSubmission(deps, row, signal).catch((error: unknown) => {
            if (!isAppError(error)) throw error
            if (error.code === 'not-found')
              throw new Error('The recording is missing from the file storage.', { cause: error })
            // The rows show which checks are missing once the storage is back, however long that takes.
            deps.log.warn({ err: error, submission: id }, 'checking submission postponed: storage unavailable')
          })
      },
    }),
    // Queues checks that are missing after restoring a backup, or for a track that was declined before its check and
    // then undone.
    defineJob({
      name: 'submissions.queue-checks',
      title: 'Find unchecked submissions',
      role: 'worker',
      every: '2m',
      async run() {
        for (const { id } of await listUnchecked(db, atOnce)) await queueCheck(jobs, db, id, { unlessFailed: true })
      },
    }),
  ]
}
