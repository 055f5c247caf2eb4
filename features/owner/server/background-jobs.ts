import type { Database } from '#platform/database/open-database.ts'
import { isPeriodic } from '#platform/jobs/job.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { isRestoredCopy, type JobRow, listLastRuns, listOpenJobs } from '#platform/jobs/queries.ts'
import { countOf } from '#shared/count-of.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type {
  BackgroundJob,
  BackgroundJobsService,
  AuditLog,
  JobFailure,
  ActionItemSource,
} from '#features/owner/contract.ts'

type BackgroundJobsDeps = { db: Database['db']; jobs: Jobs; auditLog: AuditLog }

/** Limit of listed jobs; the metrics count the others. */
const maxListed = 500

const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)

/** Creates the owner's view of background jobs. */
export function createBackgroundJobs({ db, jobs, auditLog }: BackgroundJobsDeps): BackgroundJobsService {
  return {
    isPaused: () => isRestoredCopy(db),
    async overview() {
      const [rows, lastRuns, isPaused] = await Promise.all([
        listOpenJobs(db, maxListed),
        listLastRuns(db),
        isRestoredCopy(db),
      ])
      const titles = new Map(jobs.definitions().map(({ name, title }) => [name, title]))
      const failures = rows.filter(({ state }) => state === 'failed' || state === 'retry')
      return {
        isPaused,
        failures: failures.map((row) => failureOf(row, titles.get(row.name) ?? row.name)),
        jobs: jobs.definitions().map((job): BackgroundJob => {
          const own = rows.filter(({ name }) => name === job.name)
          const next = own
            .filter(({ state }) => state === 'created' || state === 'retry')
            .map(({ dueAt }) => dueAt.getTime())
          const last = lastRuns.get(job.name)
          return {
            name: job.name,
            title: job.title,
            every: isPeriodic(job) ? job.every : undefined,
            lastRunAt: last?.endedAt.toISOString(),
            durationMs: last?.lastedMs,
            nextRunAt: next.length > 0 && !isPaused ? new Date(Math.min(...next)).toISOString() : undefined,
            queued: isPeriodic(job) ? 0 : own.filter(({ state }) => state === 'created').length,
            state: own.some(({ state }) => state === 'active')
              ? 'running'
              : own.some(({ state }) => state === 'retry' || state === 'failed')
                ? 'failing'
                : isPaused
                  ? 'paused'
                  : 'idle',
          }
        }),
      }
    },
    async retry(name, id, actor) {
      const job = jobs.definitions().find((one) => one.name === name)
      if (!job || !isUuid(id)) throw new AppError('not-found', 'This background job does not exist.')
      if (!(await jobs.retry(name, id)))
        throw new AppError('conflict', 'This job is running or has finished, so it cannot be retried.')
      await auditLog.record({ actor, action: 'job.retry', subject: `job:${name}`, detail: id })
      return { isPaused: await isRestoredCopy(db) }
    },
  }
}

function failureOf(
  { id, name, state, retries, startedAt, dueAt, output, endedAt, createdAt }: JobRow,
  title: string,
): JobFailure {
  return {
    id,
    name,
    title,
    attempts: retries + 1,
    failedAt: (endedAt ?? startedAt ?? createdAt).toISOString(),
    error: messageOf(output),
    nextAttemptAt: state === 'failed' ? undefined : dueAt.toISOString(),
  }
}

// pg-boss stores an error as an object; its own messages may be plain values.
function messageOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: unknown }
  const text = message ?? value
  return typeof text === 'string' && text ? text : 'No error message was recorded.'
}

/** Creates action items for jobs whose retries are exhausted, until the owner retries them. */
export function createJobItems({ db, jobs }: Omit<BackgroundJobsDeps, 'auditLog'>): ActionItemSource {
  return {
    kinds: ['job-failed'],
    async list() {
      const titles = new Map(jobs.definitions().map(({ name, title }) => [name, title]))
      const open = await listOpenJobs(db, maxListed)
      const titleOf = ({ name }: JobRow) => titles.get(name) ?? name
      const failed = open.filter(({ state }) => state === 'failed')
      return failed.slice(0, 50).map((row) => ({
        key: `job-failed:${row.name}:${row.id}`,
        severity: 'upkeep' as const,
        title: `Background job failed: ${titleOf(row)}`,
        detail: `It failed ${countOf(row.retries + 1, 'time')} and will not be retried automatically. Last error: ${messageOf(row.output)}`,
        since: (row.endedAt ?? row.createdAt).toISOString(),
        action: {
          label: 'Retry',
          canUndo: false,
          doneMessage: `The background job ${quoteTitle(titleOf(row))} will run again.`,
          isQueued: true as const,
        },
        href: '/admin/background-jobs',
      }))
    },
    async runAction(key) {
      const [, name = '', id = ''] = key.split(':')
      const isFailed = (await listOpenJobs(db, maxListed)).some(
        (row) => row.id === id && row.name === name && row.state === 'failed',
      )
      if (!isFailed || !(await jobs.retry(name, id)))
        throw new AppError('conflict', 'This job has already been retried.')
    },
    async undo() {
      throw new AppError('conflict', 'The job has already started, so the retry cannot be undone.')
    },
  }
}
