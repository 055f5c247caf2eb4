/** Time between the opening of doors and the start of an event, in milliseconds. */
export const doorsMs = 15 * 60_000
