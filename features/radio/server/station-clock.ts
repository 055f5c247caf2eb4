import type { Clock } from '#platform/clock.ts'

/** Offset beyond which the clock steps instead of adjusting gradually (it was set, or the machine slept). */
const stepMs = 500

/** Maximum shift per measurement; half a percent for a second is inaudible. */
const glideMs = 5

/** Number of measurements among which the fastest, and so the most exact, is chosen. */
const memory = 30

/**
 * Clock shared by all processes of the station: the database's clock, continued by this machine's monotonic clock, so
 * that neither a clock change nor a lost database is audible.
 */
export class StationClock {
  readonly #steadyMs: () => number
  #offsetMs: number
  #measurements: { offsetMs: number; travelMs: number }[] = []

  /** @param steadyMs Monotonic clock in milliseconds. */
  constructor(clock: Clock, steadyMs: () => number) {
    this.#steadyMs = steadyMs
    this.#offsetMs = clock.now().getTime() - steadyMs()
  }

  steadyMs(): number {
    return this.#steadyMs()
  }

  /** Returns Unix milliseconds with their fraction. */
  nowMs(): number {
    return this.#steadyMs() + this.#offsetMs
  }

  /**
   * Adjusts the clock to the database's.
   *
   * @param askedMs Monotonic time before the database was queried; `answeredMs` after it.
   */
  measure(databaseNowMs: number, requestedMs: number, answeredMs: number): void {
    if (!Number.isFinite(databaseNowMs)) return
    const measured = { offsetMs: databaseNowMs - (requestedMs + answeredMs) / 2, travelMs: answeredMs - requestedMs }
    const isFirst = this.#measurements.length === 0
    if (Math.abs(measured.offsetMs - this.#offsetMs) > stepMs + measured.travelMs / 2) this.#measurements = []
    this.#measurements = [...this.#measurements, measured].slice(-memory)
    const best = this.#measurements.reduce((one, other) => (other.travelMs <= one.travelMs ? other : one))
    const shift = best.offsetMs - this.#offsetMs
    this.#offsetMs += isFirst || Math.abs(shift) > stepMs ? shift : Math.max(-glideMs, Math.min(glideMs, shift))
  }
}
