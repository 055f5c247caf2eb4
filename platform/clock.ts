/** Source of the current time; tests provide their own. */
export type Clock = { now(): Date }

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() }
