import { clientKey } from './rate-limit.ts'

/** Maximum number of lasting connections of one process, in total and per client. */
export type ConnectionLimits = { total: number; perClient: number }

/** Default limits of the stream: an office behind one address can listen, but no client can take the whole station. */
const connectionLimits: ConnectionLimits = { total: 5000, perClient: 200 }

/** Returns whether an address is this machine's own, such as that of a benchmark. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(address)
}

/** Limits the lasting connections of this process, such as listeners of the stream. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits
  readonly #openByClient = new Map<string, number>()
  #total = 0

  constructor(limits: ConnectionLimits = connectionLimits) {
    this.#limits = limits
  }

  /**
   * Returns why a connection from this address is refused. Loopback clients, such as benchmarks, count only towards the
   * total.
   */
  refusal(address: string): 'full' | 'too-many' | undefined {
    if (this.#total >= this.#limits.total) return 'full'
    const isExempt = isLoopback(address)
    return !isExempt && (this.#openByClient.get(clientKey(address)) ?? 0) >= this.#limits.perClient
      ? 'too-many'
      : undefined
  }

  /** @returns Releases the connection; further calls have no effect. */
  acquire(address: string): () => void {
    const key = clientKey(address)
    this.#total++
    this.#openByClient.set(key, (this.#openByClient.get(key) ?? 0) + 1)
    let isReserved = true
    return () => {
      if (!isReserved) return
      isReserved = false
      this.#total--
      const left = (this.#openByClient.get(key) ?? 1) - 1
      if (left > 0) this.#openByClient.set(key, left)
      else this.#openByClient.delete(key)
    }
  }
}
