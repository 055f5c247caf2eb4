import type { OrderParts } from '../orders/order-parts.ts'
import { claimDueOrders } from '../orders/queries.ts'
import { askAbout } from './ask-about.ts'
import type { CardProviders } from './providers.ts'

/** A question that hangs takes a quarter of a minute; the others do not wait for it. */
const atOnce = 5

type DueOrder = Awaited<ReturnType<typeof claimDueOrders>>[number]

/**
 * Asks the provider about every open order, and now and then about paid ones, so that a message that never came loses nothing. Any number
 * of processes may do it.
 *
 * @returns Asks about everything that is due, once. Once the signal is aborted it waits for the questions that are under way, and begins no other.
 */
export function createSweep(parts: OrderParts, providers: CardProviders): (signal?: AbortSignal) => Promise<void> {
  let running: Promise<void> | undefined

  async function sweep(signal?: AbortSignal): Promise<void> {
    const [first] = await claimDueOrders(parts.db, parts.clock.now(), 1)
    if (!first) return
    const lanes = Array.from({ length: atOnce }, (_, lane) => askOneByOne(lane === 0 ? first : undefined, signal))
    const outcomes = await Promise.allSettled(lanes)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  // One at a time is taken, so that nothing is left taken but unasked when this process ends.
  async function askOneByOne(first: DueOrder | undefined, signal: AbortSignal | undefined): Promise<void> {
    for (let claimed = first; claimed || !signal?.aborted; claimed = undefined) {
      const order = claimed ?? (await claimDueOrders(parts.db, parts.clock.now(), 1))[0]
      if (!order) return
      await askAbout(parts, providers, order).catch((error: unknown) =>
        parts.log.warn({ err: error, order: order.code }, 'an order could not be asked about; it is asked about again'),
      )
    }
  }

  return (signal) => (running ??= sweep(signal).finally(() => (running = undefined)))
}
