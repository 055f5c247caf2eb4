import { type SQL, sql } from 'drizzle-orm'

/** Source of the current time; tests provide their own. */
export type Clock = { now(): Date }

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() }

/**
 * Returns the present as SQL. It is the clock of the database, because the clocks of hosts differ;
 * only the clock of a test is used as it is.
 */
export function databaseNow(clock: Clock): SQL {
  return clock === systemClock ? sql`clock_timestamp()` : sql`${clock.now().toISOString()}::timestamptz`
}
