import { sql } from 'drizzle-orm'
import { type CommandResponse, type Db, fromDrizzle, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import type { Database } from '#platform/database/open-database.ts'

/**
 * pg-boss's own schema; db/migrations/0033_background_jobs.sql creates it as pg-boss 12.35 wants it, later versions
 * bring it up to date themselves.
 */
export const schema = 'jobs'

/** Without a sign of life for so long, a job's process counts as gone and the job is anybody's again. */
export const heartbeatSeconds = 30

/** How often pg-boss looks for such jobs, and deletes what is over. */
const superviseSeconds = 60

const dayS = 24 * 3600

/** Waits after failures: 10 s, then about twice as long each time. */
const backOff = {
  retryDelay: 10,
  retryBackoff: true,
  heartbeatSeconds,
  expireInSeconds: 3600,
  retentionSeconds: 365 * dayS,
}

/** Never given up: the owner sees since when it fails. Runs that ended are soon of no interest. */
export const periodicQueue = (everyMs: number): Omit<Queue, 'name'> => ({
  ...backOff,
  policy: 'exclusive',
  retryLimit: 1_000_000,
  retryDelayMax: Math.max(60, Math.min(3600, Math.round(everyMs / 1000))),
  deleteAfterSeconds: Math.max(3600, Math.round((3 * everyMs) / 1000)),
})

/** Given up after about five hours, and then the owner's to retry. */
export const queuedQueue: Omit<Queue, 'name'> = {
  ...backOff,
  policy: 'exclusive',
  retryLimit: 12,
  retryDelayMax: 3600,
  deleteAfterSeconds: 30 * dayS,
}

/** The caller's transaction, as pg-boss takes it. */
export const asQueueDb = (tx: Pick<Database['db'], 'execute'>): Db => fromDrizzle(tx as never, sql)

/**
 * Opens pg-boss on the pool of the site: no pool, cron, polling or LISTEN of its own.
 *
 * @param isSupervising Whether this
 * process looks for jobs of dead ones.
 */
export function createQueue(
  { pool, kind }: Pick<Database, 'pool' | 'kind'>,
  { isSupervising, onFault }: { isSupervising: boolean; onFault(error: Error): void },
): PgBoss {
  const boss = new PgBoss({
    schema,
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values as unknown[])
        // Of several statements in one text, pg answers with a list.
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
    // Small tables, and statistics of the server are its owner's.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onFault)
  return boss
}

/** How many jobs a command found; the types of pg-boss 12.35 leave the field out. */
export const affectedBy = (response: CommandResponse) => (response as { affected?: number }).affected ?? 0

/** A job this process has claimed. */
export type ClaimedJob = JobWithMetadata
