import type { Clock } from '#platform/clock.ts'

/** Beyond this the clocks were set, or the machine slept: no use in gliding there. */
const stepMs = 500

/** How far one measurement may shift the clock otherwise; nobody hears half a percent for a second. */
const glideMs = 5

/** Measurements looked back on for the one that travelled fastest, and so is the most exact. */
const memory = 30

/**
 * The clock all processes of the station share: the database's, carried on by this machine's steady one,
 * so that neither a set clock nor a lost database is heard.
 */
export class StationClock {
  readonly #steadyMs: () => number
  #offsetMs: number
  #measurements: { offsetMs: number; travelMs: number }[] = []

  /** @param steadyMs Milliseconds that only ever go forward. */
  constructor(clock: Clock, steadyMs: () => number) {
    this.#steadyMs = steadyMs
    this.#offsetMs = clock.now().getTime() - steadyMs()
  }

  steadyMs(): number {
    return this.#steadyMs()
  }

  /** Unix milliseconds with their fraction. */
  nowMs(): number {
    return this.#steadyMs() + this.#offsetMs
  }

  /**
   * Sets the clock by the database's.
   *
   * @param askedMs Steady milliseconds before and `answeredMs` after the database was asked.
   */
  measure(databaseNowMs: number, askedMs: number, answeredMs: number): void {
    if (!Number.isFinite(databaseNowMs)) return
    const measured = { offsetMs: databaseNowMs - (askedMs + answeredMs) / 2, travelMs: answeredMs - askedMs }
    const isFirst = this.#measurements.length === 0
    if (Math.abs(measured.offsetMs - this.#offsetMs) > stepMs + measured.travelMs / 2) this.#measurements = []
    this.#measurements = [...this.#measurements, measured].slice(-memory)
    const best = this.#measurements.reduce((one, other) => (other.travelMs <= one.travelMs ? other : one))
    const shift = best.offsetMs - this.#offsetMs
    this.#offsetMs += isFirst || Math.abs(shift) > stepMs ? shift : Math.max(-glideMs, Math.min(glideMs, shift))
  }
}
