import type { OrderParts } from '../orders/order-parts.ts'
import { claimDueOrders } from '../orders/queries.ts'
import { askAbout } from './ask-about.ts'
import type { CardProviders } from './providers.ts'

const tickMs = 15_000

/** A question that hangs takes a quarter of a minute; the others do not wait for it. */
const atOnce = 5

export type Sweep = {
  start(): void
  /** Asks about everything that is due, once. */
  now(): Promise<void>
  /** Waits for the questions that are under way, and begins no other. */
  stop(): Promise<void>
}

/**
 * Asks the provider about every open order, and now and then about paid ones, so that a message that never came loses nothing. Any number
 * of processes may do it.
 */
export function createSweep(parts: OrderParts, providers: CardProviders): Sweep {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  async function sweep(): Promise<void> {
    const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, askOneByOne))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  // One at a time is taken, so that nothing is left taken but unasked when this process ends.
  async function askOneByOne(): Promise<void> {
    while (!isStopped) {
      const [order] = await claimDueOrders(parts.db, parts.clock.now(), 1)
      if (!order) return
      await askAbout(parts, providers, order).catch((error: unknown) =>
        parts.log.warn({ err: error, order: order.code }, 'an order could not be asked about; it is asked about again'),
      )
    }
  }

  function now(): Promise<void> {
    running ??= sweep().finally(() => (running = undefined))
    return running
  }

  const tick = () => void now().catch((error: unknown) => parts.log.warn({ err: error }, 'open orders could not be read; trying again'))

  return {
    start() {
      isStopped = false
      timer = setInterval(tick, tickMs)
      tick()
    },
    now,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}
