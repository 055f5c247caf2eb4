/** Clock of the station in this browser, whose own clock may be wrong. */
type StationClock = {
  /** Adds a reading: the station's time in a response. */
  sync(stationMs: number): void
  /** Returns the station's time, ms; the browser's own until the first reading. */
  now(): number
}

/** Drift of a browser's clock that is tolerated, in ms per second, before readings count less. */
const driftMsPerSecond = 0.5
/** A reading that is further behind means that the station's clock was set, not that the response was slow. */
const resetMs = 15_000

/**
 * Network delay only makes readings late, so the most advanced reading is the most accurate.
 *
 * @param elapsedMs Monotonic clock.
 */
export function createStationClock(elapsedMs: () => number = () => performance.now()): StationClock {
  let best: { offset: number; at: number } | undefined
  const offset = () =>
    best ? best.offset - ((elapsedMs() - best.at) / 1000) * driftMsPerSecond : Date.now() - elapsedMs()
  return {
    sync(stationMs) {
      const found = stationMs - elapsedMs()
      if (!best || found > offset() || found < best.offset - resetMs) best = { offset: found, at: elapsedMs() }
    },
    now: () => elapsedMs() + offset(),
  }
}
