/** Clock of the station in this browser, whose own clock may be wrong. */
type StationClock = {
  /** Takes in a reading: the station's time as an answer carried it. */
  sync(stationMs: number): void
  /** The station's time now, ms; the browser's own until the first reading. */
  now(): number
}

/** A browser's crystal may lose this much, ms per second, before readings are trusted less. */
const driftMsPerSecond = 0.5
/** A reading this far behind means that the station's clock was set, not that the answer was slow. */
const resetMs = 15_000

/**
 * An answer can only be late, never early: of all readings, the one furthest ahead is the truest.
 *
 * @param elapsedMs A clock that only runs forward.
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
