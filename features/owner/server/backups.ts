import { withAdvice } from '#platform/backup/describe-failure.ts'
import { findLastRuns, findRestoredCopy } from '#platform/backup/queries.ts'
import { describeBackupPlace, type RunBackupDeps, runBackup } from '#platform/backup/run-backup.ts'
import type { Config } from '#platform/config.ts'
import { defineJob } from '#platform/feature.ts'
import { formatBytes } from '#platform/storage/free-space.ts'
import { AppError } from '#shared/errors.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type {
  ActionItemSource,
  AuditLog,
  BackgroundJobsService,
  BackupService,
  HealthCheck,
} from '#features/owner/contract.ts'

const jobName = 'owner.make-backup'
const hourMs = 60 * 60 * 1000

type BackupsDeps = Omit<RunBackupDeps, 'config'> & {
  config: RunBackupDeps['config'] & Pick<Config, 'BACKUP_EVERY_HOURS' | 'isProduction'>
  backgroundJobs: Pick<BackgroundJobsService, 'overview'>
  auditLog: Pick<AuditLog, 'list'>
}

/** Creates the scheduled backups and their view for the admin. */
export function createBackups(deps: BackupsDeps) {
  const { config, database, backgroundJobs, auditLog, clock } = deps
  const { db } = database
  const everyHours = config.BACKUP_RECIPIENTS ? config.BACKUP_EVERY_HOURS : 0

  const service: BackupService = {
    async status() {
      const [runs, copy, [download], { jobs }] = await Promise.all([
        findLastRuns(db),
        findRestoredCopy(db),
        auditLog.list('backup'),
        backgroundJobs.overview(),
      ])
      const { last, lastSuccess } = runs
      return {
        place: describeBackupPlace(deps),
        isEncrypted: config.BACKUP_RECIPIENTS !== undefined,
        everyHours,
        retentionDays: config.BACKUP_KEEP_DAYS,
        nextAt: jobs.find(({ name }) => name === jobName)?.nextRunAt,
        lastSuccess: lastSuccess && {
          name: lastSuccess.name,
          at: lastSuccess.startedAt.toISOString(),
          size: formatBytes(lastSuccess.bytes ?? 0),
        },
        lastError: last?.error ? { message: withAdvice(last.error), at: last.startedAt.toISOString() } : undefined,
        lastDownloadAt: download?.at,
        restoredFrom: copy?.madeAt.toISOString(),
      }
    },
  }

  /**
   * Two intervals have passed without a success, or the last run failed. A restored copy makes no backups, and its
   * records are those of the original site.
   */
  async function findProblem(): Promise<{ title: string; detail: string; remedy: string; since: Date } | undefined> {
    const [{ last, lastSuccess }, copy] = await Promise.all([findLastRuns(db), findRestoredCopy(db)])
    if (copy) return undefined
    const success = lastSuccess
      ? `The last successful backup was made ${formatTimestamp(lastSuccess.startedAt.toISOString())}.`
      : 'There is no successful backup yet.'
    if (last?.error)
      return {
        title: 'The last backup failed',
        detail: `${withAdvice(last.error)} ${success}`,
        // The recorded error says what to do.
        remedy: '',
        since: last.startedAt,
      }
    const isLate =
      everyHours > 0 &&
      lastSuccess !== undefined &&
      clock.now().getTime() - lastSuccess.startedAt.getTime() > 2 * everyHours * hourMs
    return isLate
      ? {
          title: 'The backup is overdue',
          detail: success,
          remedy: 'Check under Background jobs that the backup runs.',
          since: lastSuccess.startedAt,
        }
      : undefined
  }

  const noAction = async () => {
    throw new AppError('conflict', 'This action item cannot be resolved here.')
  }
  const actionItems: ActionItemSource = {
    kinds: ['backup'],
    async list() {
      const problem = await findProblem()
      if (!problem) return []
      return [
        {
          key: 'backup:last',
          severity: 'promise',
          title: problem.title,
          detail: [problem.detail, problem.remedy].filter(Boolean).join(' '),
          since: problem.since.toISOString(),
          href: '/admin/settings#backup',
        },
      ]
    },
    runAction: noAction,
    undo: noAction,
  }

  const health: HealthCheck = {
    name: 'Backups',
    remedy: 'Check the backup location and its free space.',
    async check() {
      const [{ lastSuccess }, copy, [download]] = await Promise.all([
        findLastRuns(db),
        findRestoredCopy(db),
        auditLog.list('backup'),
      ])
      const problem = await findProblem()
      const made = lastSuccess
        ? `Last made ${formatTimestamp(lastSuccess.startedAt.toISOString())}, ${formatBytes(lastSuccess.bytes ?? 0)}`
        : 'No automatic backup yet'
      const message = download ? `${made}. Last download ${formatTimestamp(download.at)}` : made
      if (problem) return { state: 'error', message: problem.detail, remedy: problem.remedy }
      if (everyHours > 0)
        return {
          state: copy ? 'off' : lastSuccess ? 'ok' : 'configured',
          message: copy
            ? `Paused until you resume background jobs. ${message}`
            : `Every ${everyHours === 1 ? 'hour' : `${everyHours} hours`}. ${message}`,
          remedy: '',
        }
      return {
        state: 'off',
        message: `No schedule. ${message}`,
        remedy: config.BACKUP_RECIPIENTS
          ? 'BACKUP_EVERY_HOURS is 0. Set it to the hours between automatic backups.'
          : 'Set BACKUP_RECIPIENTS to make encrypted backups automatically. See docs/operations.md.',
      }
    },
  }

  const jobs =
    everyHours > 0
      ? [
          defineJob({
            name: jobName,
            title: 'Make a backup',
            role: 'worker',
            every: `${everyHours}h`,
            // Delayed, because the first start has enough other work.
            firstAfter: '30m',
            run: (signal) => runBackup(deps, signal),
          }),
        ]
      : []

  return { service, actionItems, health, jobs }
}
