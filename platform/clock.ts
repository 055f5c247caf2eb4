/** Where the time comes from; tests hand in their own. */
export type Clock = { now(): Date }

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }
