/** Tells of each answer whether it says that the station is back. */
export type StationRecovery = {
  /** Nothing came, or nothing that makes sense. */
  fail(): void
  /** @returns Whether this is news: the first answer after a failed one, or the station went on the air. */
  isBack(isOnline: boolean): boolean
}

/** What answers as before says nothing new: the sound then keeps to its own waits between attempts. */
export function createStationRecovery(): StationRecovery {
  let hasFailed = false
  let wasOnline: boolean | undefined
  return {
    fail() {
      hasFailed = true
    },
    isBack(isOnline) {
      const isNews = hasFailed || (wasOnline === false && isOnline)
      hasFailed = false
      wasOnline = isOnline
      return isNews
    },
  }
}
