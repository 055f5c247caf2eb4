import { type SQL, sql } from 'drizzle-orm'
import { type Clock, systemClock } from '#platform/clock.ts'

/**
 * Returns the present as SQL. It is the clock of the database, because the clocks of hosts differ;
 * only the clock of a test is used as it is.
 */
export function databaseNow(clock: Clock): SQL {
  return clock === systemClock ? sql`clock_timestamp()` : sql`${clock.now().toISOString()}::timestamptz`
}
