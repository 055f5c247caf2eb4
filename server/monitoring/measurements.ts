import type { Measurement, ProcessDeps } from '#platform/feature.ts'
import { findLastRuns, findRestoredCopy } from '#platform/backup/queries.ts'
import { countJobs } from '#platform/jobs/queries.ts'
import { measureMailQueue } from '#platform/mailer/queries.ts'
import { measureFreeSpace } from '#platform/storage/free-space.ts'

type Deps = Pick<ProcessDeps, 'config' | 'database' | 'pageCache'>

/** Creates the function that measures the process, its database pool and disk, and the queues of the whole site. */
export function siteMeasurements({ config, database, pageCache }: Deps): () => Promise<Measurement[]> {
  return async () => {
    const [queues, disk] = await Promise.all([
      measureQueues(database),
      measureFreeSpace(config.DATA_DIR).catch(() => undefined),
    ])
    const { pool } = database
    const { count, bytes } = pageCache.measure()
    return [
      // Kept under these names since the first release.
      one('process_uptime_seconds', 'Seconds since the process started.', process.uptime()),
      one('nodejs_heap_used_bytes', 'Used memory of the JavaScript heap.', process.memoryUsage().heapUsed),
      {
        name: 'database_pool_connections',
        help: 'Connections of this process to the database.',
        samples: [
          { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
          { labels: { state: 'idle' }, value: pool.idleCount },
        ],
      },
      one('database_pool_waiting', 'Statements that wait for a connection.', pool.waitingCount),
      one('page_cache_pages', 'Rendered pages in memory.', count),
      one('page_cache_bytes', 'Size of the rendered pages in memory.', bytes),
      ...(disk
        ? [
            one('data_disk_free_bytes', 'Free space on the disk of DATA_DIR.', disk.freeBytes),
            one('data_disk_size_bytes', 'Size of the disk of DATA_DIR.', disk.totalBytes),
          ]
        : []),
      one('database_up', '1 while the database responds, otherwise 0.', queues ? 1 : 0),
      backupInterval(config),
      ...(queues ?? []),
    ]
  }
}

const one = (name: string, help: string, value: number): Measurement => ({ name, help, samples: [{ value }] })

async function measureQueues({ db }: Deps['database']): Promise<Measurement[] | undefined> {
  const reading = [countJobs(db), measureMailQueue(db), findRestoredCopy(db), findLastRuns(db)] as const
  const counted = await Promise.all(reading).catch(() => undefined)
  if (!counted) return undefined
  const [jobs, mails, copy, backups] = counted
  const states = ['waiting', 'retrying', 'active', 'failed'] as const
  return [
    {
      name: 'background_jobs',
      help: 'Background jobs across all processes, by state.',
      samples: jobs.flatMap((job) => states.map((state) => ({ labels: { name: job.name, state }, value: job[state] }))),
    },
    {
      name: 'background_jobs_late_seconds',
      help: 'Delay of the most overdue background job.',
      samples: jobs.map(({ name, late }) => ({ labels: { name }, value: late })),
    },
    {
      name: 'mail_outbox',
      help: 'Unsent emails across all processes, by state.',
      samples: Object.entries(mails.counts).map(([state, value]) => ({ labels: { state }, value })),
    },
    one('mail_outbox_late_seconds', 'Delay of the most overdue email.', mails.lateSeconds),
    one(
      'sending_paused',
      '1 while a restored copy sends no email except sign-in codes and runs no job, otherwise 0.',
      copy ? 1 : 0,
    ),
    ...measureBackups(backups),
  ]
}

function backupInterval({ BACKUP_RECIPIENTS, BACKUP_EVERY_HOURS }: Deps['config']): Measurement {
  const hours = BACKUP_RECIPIENTS ? BACKUP_EVERY_HOURS : 0
  return one('backup_interval_seconds', 'Interval of the scheduled backup, 0 when it is off.', hours * 60 * 60)
}

/** Returns the metrics of backups; empty before the first one. */
function measureBackups({ last, lastSuccess }: Awaited<ReturnType<typeof findLastRuns>>): Measurement[] {
  const result = last
    ? [one('backup_last_failed', '1 when the last backup failed, otherwise 0.', last.error === '' ? 0 : 1)]
    : []
  if (!lastSuccess) return result
  return [
    one(
      'backup_last_success_timestamp_seconds',
      'Unix time of the last successful backup.',
      lastSuccess.startedAt.getTime() / 1000,
    ),
    one('backup_last_success_bytes', 'Size of the last successful backup.', lastSuccess.bytes ?? 0),
    ...result,
  ]
}
