/** Clock and timers of the station; tests use a manual one. */
export type StationTime = {
  /** Milliseconds that only ever go forward. */
  steadyMs(): number
  /** Calls `run` every `ms` milliseconds. @returns Ends it. */
  every(ms: number, run: () => unknown): () => void
  /** Calls `run` once, `ms` milliseconds from now. @returns Takes it back. */
  after(ms: number, run: () => unknown): () => void
}

/** The machine's steady clock and timers; a timer alone keeps no process alive. */
export const machineTime: StationTime = {
  steadyMs: () => performance.now(),
  every(ms, run) {
    const timer = setInterval(() => void run(), ms).unref()
    return () => clearInterval(timer)
  },
  after(ms, run) {
    const timer = setTimeout(() => void run(), ms).unref()
    return () => clearTimeout(timer)
  },
}
