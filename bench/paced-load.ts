import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PacedOrder, PacedWindow } from './paced-load-process.ts'

/** Results of a paced load in one interval. */
export type PacedReport = {
  /** Responses a second. */
  perSecond: number
  /** Latencies from the planned start to the last byte, ascending. */
  latenciesMs: number[]
  /** Responses other than 200, and broken connections. */
  failures: number
  /** Requests without a response at the end of the interval. */
  waiting: number
  /** The delay of the load generator at the 99th percentile and at most. It limits the precision of the latencies. */
  lagP99Ms: number
  lagWorstMs: number
}

/** A load generator with a constant rate, in a separate process. */
export type PacedLoad = {
  /** Returns the results of the time in which `act` ran. */
  during(act: () => Promise<unknown>): Promise<PacedReport>
  stop(): Promise<void>
}

/**
 * Starts requesting the addresses of one origin in turn, at a constant rate that slow responses do not change. Latency
 * is measured from the planned start of a request, so that a server that stalls cannot hide the requests it delayed.
 *
 * @param order.connections Kept alive, each with one request at a time; a request that finds all of them busy waits,
 *   and that counts.
 */
export async function startPacedLoad(order: PacedOrder): Promise<PacedLoad> {
  const child = fork(join(import.meta.dirname, 'paced-load-process.ts'), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const cut = async () => {
    child.send('cut')
    const [window] = (await once(child, 'message')) as [PacedWindow]
    return window
  }
  return {
    async during(act) {
      await cut()
      await act()
      const { seconds, latenciesMs, lagsMs, failures, waiting } = await cut()
      lagsMs.sort((a, b) => a - b)
      return {
        perSecond: latenciesMs.length / seconds,
        latenciesMs: latenciesMs.toSorted((a, b) => a - b),
        failures,
        waiting,
        lagP99Ms: quantile(lagsMs, 0.99),
        lagWorstMs: lagsMs.at(-1) ?? Number.NaN,
      }
    },
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** @param ascending Sorted. @param part Between 0 and 1. */
export function quantile(ascending: readonly number[], part: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? Number.NaN
}
