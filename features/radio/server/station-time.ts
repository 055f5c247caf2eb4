/** Clock and timers of the station; tests use a manual one. */
export type StationTime = {
  /** Monotonic clock in milliseconds. */
  steadyMs(): number
  /** Calls `run` every `ms` milliseconds. @returns A function that stops it. */
  every(ms: number, run: () => unknown): () => void
  /** Calls `run` once, `ms` milliseconds from now. @returns A function that cancels it. */
  after(ms: number, run: () => unknown): () => void
}

/** The machine's monotonic clock and timers; a timer alone does not keep the process alive. */
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
