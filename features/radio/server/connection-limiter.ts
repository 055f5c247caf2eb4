import { clientKey } from '#platform/rate-limit.ts'

/** How many streams one process sends, in all and to one client. */
export type ConnectionLimits = { total: number; perClient: number }

/** A whole office behind one address listens; nobody alone takes the station from all others. */
export const connectionLimits: ConnectionLimits = { total: 5000, perClient: 200 }

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i

/** Counts who listens at this process, and says who may not any more. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits
  readonly #openByClient = new Map<string, number>()
  #total = 0

  constructor(limits: ConnectionLimits = connectionLimits) {
    this.#limits = limits
  }

  /**
   * Why one more from this address cannot be openByClient on. Who sits at this machine, as a measurement does, counts in the
   * total alone.
   */
  refusal(address: string): 'full' | 'too-many' | undefined {
    if (this.#total >= this.#limits.total) return 'full'
    const isExempt = loopback.test(address)
    return !isExempt && (this.#openByClient.get(clientKey(address)) ?? 0) >= this.#limits.perClient
      ? 'too-many'
      : undefined
  }

  /** @returns Gives the seat back; more than once changes nothing. */
  acquire(address: string): () => void {
    const key = clientKey(address)
    this.#total++
    this.#openByClient.set(key, (this.#openByClient.get(key) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#total--
      const left = (this.#openByClient.get(key) ?? 1) - 1
      if (left > 0) this.#openByClient.set(key, left)
      else this.#openByClient.delete(key)
    }
  }
}
