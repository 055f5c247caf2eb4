import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessDeps } from '#platform/feature.ts'
import { ensureSlots, giveSlotsBack, takeSlots } from './queries.ts'

/** Holds copies back so that all workers together never hand over more than the cap in a second. */
export type RateCap = {
  /** Resolves when one more copy may go; `done` is called once it is over, however it ended. */
  take(): Promise<{ done(): void }>
  /** Resolves when everything taken is given back. */
  settled(): Promise<void>
}

const lookAgainMs = 10

/**
 * @param perSecond Read at each look; null: as fast as it goes.
 * @param signal Nobody waits any longer.
 */
export function createRateCap({
  db,
  log,
  perSecond,
  signal,
}: Pick<ProcessDeps, 'db' | 'log'> & { perSecond: () => number | null; signal: AbortSignal }): RateCap {
  const waiting: ((slot: { done(): void }) => void)[] = []
  let over: number[] = []
  let looking: Promise<void> | undefined
  let ensured = 0

  const free = { done: () => undefined }
  const slot = (number: number) => ({
    done() {
      over.push(number)
      look()
    },
  })

  function look() {
    looking ??= work().finally(() => {
      looking = undefined
      if (waiting.length > 0 || over.length > 0) look()
    })
  }

  async function work() {
    await new Promise(setImmediate)
    try {
      const given = over
      over = []
      if (given.length > 0) await giveSlotsBack(db, given)
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
      const numbers = await takeSlots(db, cap, waiting.length)
      for (const number of numbers) waiting.shift()?.(slot(number))
      if (numbers.length === 0) await sleep(lookAgainMs)
    } catch (error) {
      log.warn({ err: error }, 'newsletter rate limit not read; sending waits')
      await sleep(250)
    }
  }

  return {
    take() {
      if (perSecond() === null) return Promise.resolve(free)
      return new Promise((resolve) => {
        waiting.push(resolve)
        look()
      })
    },
    async settled() {
      while (looking) await looking
    },
  }
}
