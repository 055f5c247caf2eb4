import { countOf } from '#shared/count-of.ts'
import type { Database } from './database/open-database.ts'

/**
 * Retention of one kind of data. A feature contributes the rules of its tables, one statement each, and of its stored
 * files; the job `owner.apply-retention` applies them, and docs/security.md lists them.
 */
export type RetentionRule = {
  /** Data and what becomes of it, exactly as in the table of docs/security.md. */
  data: string
  outcome: string
  /** Time for which it is kept; 0 is until the next run of the job. */
  days: number
} & (
  | {
      /** Deletes or updates what is older than the time `$1`; running it again changes nothing. */
      statement: string
    }
  | {
      /** Deletes what is older than the time; running it again, or at several hosts at once, does no harm. */
      deleteBefore(time: Date): Promise<number>
    }
)

const dayMs = 24 * 60 * 60 * 1000

/**
 * Applies all rules. One that fails does not keep the others from being applied.
 *
 * @returns Number of changed rows or deleted files by rule; rules without any are omitted.
 * @throws AggregateError of the rules that failed.
 */
export async function applyRetention(
  { pool }: Pick<Database, 'pool'>,
  rules: readonly RetentionRule[],
  now: Date,
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {}
  const errors: unknown[] = []
  for (const rule of rules) {
    const time = new Date(now.getTime() - rule.days * dayMs)
    try {
      const count =
        'statement' in rule ? (await pool.query(rule.statement, [time])).rowCount : await rule.deleteBefore(time)
      if (count) changed[rule.data] = count
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${countOf(errors.length, 'retention rule')} could not be applied.`)
  return changed
}
