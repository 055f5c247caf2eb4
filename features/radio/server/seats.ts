import { clientKey } from '#platform/rate-limit.ts'

/** How many streams one process sends, in all and to one client. */
export type SeatLimits = { total: number; perClient: number }

/** A whole office behind one address listens; nobody alone takes the station from all others. */
export const seatLimits: SeatLimits = { total: 5000, perClient: 200 }

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i

/** Counts who listens at this process, and says who may not any more. */
export class Seats {
  readonly #limits: SeatLimits
  readonly #taken = new Map<string, number>()
  #total = 0

  constructor(limits: SeatLimits = seatLimits) {
    this.#limits = limits
  }

  /**
   * Why one more from this address cannot be taken on. Who sits at this machine, as a measurement does, counts in the
   * total alone.
   */
  refusal(address: string): 'full' | 'too-many' | undefined {
    if (this.#total >= this.#limits.total) return 'full'
    const isExempt = loopback.test(address)
    return !isExempt && (this.#taken.get(clientKey(address)) ?? 0) >= this.#limits.perClient ? 'too-many' : undefined
  }

  /** @returns Gives the seat back; more than once changes nothing. */
  take(address: string): () => void {
    const key = clientKey(address)
    this.#total++
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#total--
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
  }
}
