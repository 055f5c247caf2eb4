import type { FastifyInstance } from 'fastify'
import { findLastRuns } from '#platform/backup/queries.ts'
import type { Database } from '#platform/database/open-database.ts'
import { countJobs } from '#platform/jobs/queries.ts'

/**
 * Route `GET /metrics` in Prometheus text format: the process, and the background jobs of the whole site.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function metrics({ db }: Pick<Database, 'db'>) {
  return async function routes(app: FastifyInstance) {
    app.get('/metrics', async (_request, reply) => {
      const memory = process.memoryUsage()
      reply.type('text/plain; version=0.0.4').header('cache-control', 'no-store')
      return (
        gauge('process_uptime_seconds', [[{}, process.uptime()]]) +
        gauge('process_resident_memory_bytes', [[{}, memory.rss]]) +
        gauge('nodejs_heap_used_bytes', [[{}, memory.heapUsed]]) +
        (await jobGauges(db)) +
        (await backupGauges(db))
      )
    })
  }
}

/** Returns the job metrics; empty while the database is unavailable, which `/readyz` reports. */
async function jobGauges(db: Database['db']): Promise<string> {
  const counts = await countJobs(db).catch(() => [])
  const states = ['waiting', 'retrying', 'active', 'failed'] as const
  return (
    gauge(
      'background_jobs',
      counts.flatMap((count) => states.map((state): Sample => [{ name: count.name, state }, count[state]])),
    ) +
    gauge(
      'background_jobs_late_seconds',
      counts.map(({ name, late }): Sample => [{ name }, late]),
    )
  )
}

/** Returns the metrics of backups; empty before the first one and while the database is unavailable. */
async function backupGauges(db: Database['db']): Promise<string> {
  const { last, lastSuccess } = await findLastRuns(db).catch(() => ({ last: undefined, lastSuccess: undefined }))
  const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [[{}, value]])
  return (
    gauge('backup_last_success_timestamp_seconds', one(lastSuccess && lastSuccess.startedAt.getTime() / 1000)) +
    gauge('backup_last_success_bytes', one(lastSuccess?.bytes ?? undefined)) +
    gauge('backup_last_failed', one(last && (last.error === '' ? 0 : 1)))
  )
}

type Sample = [labels: Record<string, string>, value: number]

function gauge(name: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const inBraces = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${inBraces.length > 0 ? `{${inBraces.join(',')}}` : ''} ${value}\n`
  })
  return samples.length > 0 ? `# TYPE ${name} gauge\n${lines.join('')}` : ''
}
