import type { Database } from './database/open-database.ts'

/**
 * Retention of one kind of personal data. A feature contributes the rules of its tables, one statement each; the job
 * `owner.apply-retention` applies them, and docs/security.md lists them.
 */
export type RetentionRule = {
  /** Data and what becomes of it, exactly as in the table of docs/security.md. */
  data: string
  outcome: string
  /** Time for which it is kept; 0 is until the next run of the job. */
  days: number
  /** Deletes or updates what is older than the time `$1`; running it again changes nothing. */
  statement: string
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Applies all rules. One that fails does not keep the others from being applied.
 *
 * @returns Number of changed rows by rule; rules without any are omitted.
 * @throws AggregateError of the rules that failed.
 */
export async function applyRetention(
  { pool }: Pick<Database, 'pool'>,
  rules: readonly RetentionRule[],
  now: Date,
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {}
  const errors: unknown[] = []
  for (const { data, days, statement } of rules) {
    try {
      const { rowCount } = await pool.query(statement, [new Date(now.getTime() - days * dayMs)])
      if (rowCount) changed[data] = rowCount
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} retention rules could not be applied.`)
  return changed
}
