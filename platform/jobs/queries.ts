import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'

type Executor = Pick<Database['db'], 'execute'>

/**
 * Lists the milliseconds until the next job of each name is due; names without jobs are omitted. Negative values are
 * overdue; `Infinity` means that the only job is running.
 */
export async function listDue(db: Executor, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; due: number | null }>(sql`
    select name, (extract(epoch from min(start_after) filter (where state < 'active') - jobs.job_now()) * 1000)::float8 as due
    from jobs.job where state <= 'active' and name = any(${sql.param([...names])}::text[]) group by name`)
  return new Map(rows.map(({ name, due }) => [name, due ?? Infinity]))
}

/** A job row of the queue. */
export type JobRow = {
  id: string
  name: string
  state: 'created' | 'retry' | 'active' | 'failed'
  /** Number of retries. */
  retries: number
  dueAt: Date
  startedAt: Date | null
  endedAt: Date | null
  createdAt: Date
  key: string | null
  output: unknown
}

/** Lists queued, running and failed jobs: failed jobs first, then by due time. */
export async function listOpenJobs(db: Executor, limit: number): Promise<JobRow[]> {
  const { rows } = await db.execute<
    Omit<JobRow, 'dueAt' | 'startedAt' | 'endedAt' | 'createdAt'> & Record<string, string | null>
  >(sql`
    select id, name, state, retry_count as retries, start_after as due_at, started_on as started_at, completed_on as ended_at,
      created_on as created_at, singleton_key as key, output
    from jobs.job where state <> 'completed' and state <> 'cancelled'
    order by state = 'failed' desc, retry_count > 0 desc, start_after limit ${limit}`)
  const date = (value: unknown) => (value === null ? null : new Date(value as string))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: row.state,
    retries: row.retries,
    key: row.key,
    output: row.output,
    dueAt: date(row['due_at'])!,
    startedAt: date(row['started_at']),
    endedAt: date(row['ended_at']),
    createdAt: date(row['created_at'])!,
  }))
}

/** Lists the latest successful run of each name, as far back as runs are stored. */
export async function listLastRuns(db: Executor): Promise<Map<string, { endedAt: Date; lastedMs: number }>> {
  const { rows } = await db.execute<{ name: string; ended_at: string; lasted: number }>(sql`
    select distinct on (name) name, completed_on as ended_at, (extract(epoch from completed_on - started_on) * 1000)::float8 as lasted
    from jobs.job where state = 'completed' order by name, completed_on desc`)
  return new Map(rows.map((row) => [row.name, { endedAt: new Date(row.ended_at), lastedMs: Math.round(row.lasted) }]))
}

/** Counts the jobs of each name by state, with the delay of the most overdue job in seconds. */
export async function countJobs(db: Executor) {
  const { rows } = await db.execute<{
    name: string
    waiting: number
    retrying: number
    active: number
    failed: number
    late: number
  }>(sql`
    select name, count(*) filter (where state = 'created')::int as waiting, count(*) filter (where state = 'retry')::int as retrying,
      count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
      greatest(0, coalesce(extract(epoch from jobs.job_now() - min(start_after) filter (where state < 'active')), 0))::float8 as late
    from jobs.job where state not in ('completed', 'cancelled') group by name order by name`)
  return rows
}

/** Returns whether a job of this name and key has failed for good. */
export async function hasFailed(db: Executor, name: string, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from jobs.job where name = ${name} and singleton_key = ${key} and state = 'failed' limit 1`,
  )
  return rowCount === 1
}

/**
 * Lists running jobs whose heartbeat is older than `silentSeconds`; 0 lists all running jobs, for a database that no
 * other process uses.
 */
export async function listStarted(db: Executor, staleSeconds: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from jobs.job where state = 'active' and coalesce(heartbeat_on, started_on) <= now() - make_interval(secs => ${staleSeconds})`,
  )
  return rows
}

/** Returns whether the database was restored from a backup and the owner has not resumed its jobs. */
export async function isRestoredCopy(db: Executor): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from restored_copies`)
  return (rowCount ?? 0) > 0
}
