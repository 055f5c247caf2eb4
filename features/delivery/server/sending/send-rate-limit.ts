import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessDeps } from '#platform/feature.ts'
import { ensureSlots, releaseSlots, acquireSlots } from './queries.ts'

/** Limits the sending rate of all workers together. */
export type SendRateLimit = {
  /** Resolves when one more delivery may be sent; `done` is called when it has ended. */
  acquire(): Promise<{ done(): void }>
  /** Resolves when all slots are released. */
  settled(): Promise<void>
}

const pollMs = 10

/**
 * @param perSecond Read at each poll; null: unlimited.
 * @param signal Stops all waiting.
 */
export function createSendRateLimit({
  db,
  log,
  perSecond,
  signal,
}: Pick<ProcessDeps, 'db' | 'log'> & { perSecond: () => number | null; signal: AbortSignal }): SendRateLimit {
  const waiting: ((slot: { done(): void }) => void)[] = []
  let over: number[] = []
  let working: Promise<void> | undefined
  let ensured = 0

  const free = { done: () => undefined }
  const slot = (number: number) => ({
    done() {
      over.push(number)
      checkSlots()
    },
  })

  function checkSlots() {
    working ??= work().finally(() => {
      working = undefined
      if (waiting.length > 0 || over.length > 0) checkSlots()
    })
  }

  async function work() {
    await new Promise(setImmediate)
    try {
      const finished = over
      over = []
      if (finished.length > 0) await releaseSlots(db, finished)
      const cap = perSecond()
      if (cap === null || signal.aborted) {
        for (const resolve of waiting.splice(0)) resolve(free)
        return
      }
      if (waiting.length === 0) return
      if (ensured < cap) {
        await ensureSlots(db, cap)
        ensured = cap
      }
      const numbers = await acquireSlots(db, cap, waiting.length)
      for (const number of numbers) waiting.shift()?.(slot(number))
      if (numbers.length === 0) await sleep(pollMs)
    } catch (error) {
      log.warn({ err: error }, 'newsletter rate limit not read; retrying')
      await sleep(250)
    }
  }

  return {
    acquire() {
      if (perSecond() === null) return Promise.resolve(free)
      return new Promise((resolve) => {
        waiting.push(resolve)
        checkSlots()
      })
    },
    async settled() {
      while (working) await working
    },
  }
}
