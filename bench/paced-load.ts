import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PacedOrder, PacedWindow } from './paced-load-process.ts'

/** What a paced load met in one stretch of time. */
export type PacedReport = {
  /** Answers that came, a second. */
  perSecond: number
  /** From the planned moment to the last byte, ascending. */
  latenciesMs: number[]
  /** Answers other than 200, and lines that broke. */
  failures: number
  /** Planned and not answered when the stretch ended. */
  waiting: number
  /**
   * How late the load itself was with 99 of 100 requests, and with the last one; it bounds what the latencies can say.
   */
  lagP99Ms: number
  lagWorstMs: number
}

/** Requests at a steady pace from a process of its own, until it is stopped. */
export type PacedLoad = {
  /** What went on while `act` did. */
  during(act: () => Promise<unknown>): Promise<PacedReport>
  stop(): Promise<void>
}

/**
 * Starts to ask addresses of one origin in turns, at a pace that no slow answer changes. What an answer took is counted
 * from the moment its request was planned for, so that a server that stalls cannot hide the requests it kept waiting.
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
