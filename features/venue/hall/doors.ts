/** Time before the start of an event at which doors open, in milliseconds. */
export const doorsMs = 15 * 60_000
