import { sql } from 'drizzle-orm'
import { type CommandResponse, type Db, fromDrizzle, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import type { Database } from '#platform/database/open-database.ts'

/**
 * Schema of pg-boss. db/migrations/0033_background_jobs.sql creates the version of pg-boss 12.35; later versions
 * migrate it themselves.
 */
const schema = 'jobs'

/** Heartbeat timeout of a running job, in seconds; afterwards another process may run it. */
export const heartbeatSeconds = 30

/** Interval at which pg-boss recovers such jobs and deletes finished ones, in seconds. */
const superviseSeconds = 60

const dayS = 24 * 3600

/** Retry delays: 10 s, then about twice as long each time. */
const backOff = {
  retryDelay: 10,
  retryBackoff: true,
  heartbeatSeconds,
  expireInSeconds: 3600,
  retentionSeconds: 365 * dayS,
}

/** Options of periodic jobs: retried without limit, and finished runs are deleted soon. */
export const periodicQueue = (everyMs: number): Omit<Queue, 'name'> => ({
  ...backOff,
  policy: 'exclusive',
  retryLimit: 1_000_000,
  retryDelayMax: Math.max(60, Math.min(3600, Math.round(everyMs / 1000))),
  deleteAfterSeconds: Math.max(3600, Math.round((3 * everyMs) / 1000)),
})

/** Options of queued jobs: they fail after about five hours of retries and can then be retried in the admin. */
export const queuedQueue: Omit<Queue, 'name'> = {
  ...backOff,
  policy: 'exclusive',
  retryLimit: 12,
  retryDelayMax: 3600,
  deleteAfterSeconds: 30 * dayS,
}

/** Adapts the caller's transaction for pg-boss. */
export const asQueueDb = (tx: Pick<Database['db'], 'execute'>): Db => fromDrizzle(tx as never, sql)

/**
 * Creates pg-boss on the connection pool of the site, without its own pool, cron, polling or LISTEN.
 *
 * @param isSupervising Whether this process recovers jobs of exited processes.
 */
export function createQueue(
  { pool, kind }: Pick<Database, 'pool' | 'kind'>,
  { isSupervising, onError }: { isSupervising: boolean; onError(error: Error): void },
): PgBoss {
  const boss = new PgBoss({
    schema,
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values as unknown[])
        // pg returns a list for several statements in one text.
        return Array.isArray(result) ? { rows: (result as { rows: unknown[] }[]).flatMap(({ rows }) => rows) } : result
      },
    },
    backend: kind === 'pglite' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: isSupervising,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    // The tables are small, and server statistics belong to the database administrator.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  return boss
}

/** Returns how many jobs a command affected; the types of pg-boss 12.35 omit the field. */
export const affectedBy = (response: CommandResponse) => (response as { affected?: number }).affected ?? 0

/** A job claimed by this process. */
export type ClaimedJob = JobWithMetadata
