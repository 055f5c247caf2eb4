import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Availability of the relay: after an outage all connections wait together, with increasing delays, instead of retrying
 * one by one.
 */
export type ConnectionHealth = {
  /** Waits until the relay may be tried again. @returns false once `isOver` returns true. */
  isUp(isOver: () => boolean): Promise<boolean>
  works(): void
  /** Records a connection error. @returns whether this is a new outage; connections that fail together count as one. */
  broke(reply: string): boolean
}

const maxWaitMs = 60_000

/** @param firstMs Wait after the first outage; doubles with each. */
export function createConnectionHealth({ firstMs = 1_000 }: { firstMs?: number | undefined } = {}): ConnectionHealth {
  let waitMs = firstMs
  let upAt = 0
  return {
    async isUp(isOver) {
      for (;;) {
        if (isOver()) return false
        const left = upAt - performance.now()
        if (left <= 0) return true
        await sleep(Math.min(left, 200))
      }
    },
    works() {
      waitMs = firstMs
    },
    broke() {
      const now = performance.now()
      if (now < upAt) return false
      upAt = now + waitMs
      waitMs = Math.min(waitMs * 2, maxWaitMs)
      return true
    },
  }
}
