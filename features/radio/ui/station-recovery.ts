/** Detects when the station is reachable or on air again. */
type StationRecovery = {
  /** Nothing came, or nothing that makes sense. */
  fail(): void
  /** @returns Whether this is news: the first answer after a failed one, or the station went on the air. */
  isBack(isOnline: boolean): boolean
}

/** Creates a recovery detector; unchanged responses are not reported, so the stream keeps its own retry delays. */
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
