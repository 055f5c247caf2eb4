/** An ISO moment as people read it; everywhere the same, so that server and browser agree. */
export const momentOf = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
