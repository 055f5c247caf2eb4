import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Whether the relay can be reached: after a break all lanes wait together, longer each time, instead of knocking one by
 * one.
 */
export type LineHealth = {
  /** Waits until the relay may be tried again. @returns false when `isOver` says nobody should. */
  isUp(isOver: () => boolean): Promise<boolean>
  works(): void
  /** @returns whether this is a new break; lanes that fail together are one. */
  broke(said: string): boolean
}

const longestMs = 60_000

/** @param firstMs How long after the first break; doubles with each. */
export function createLineHealth({ firstMs = 1_000 }: { firstMs?: number | undefined } = {}): LineHealth {
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
      waitMs = Math.min(waitMs * 2, longestMs)
      return true
    },
  }
}
