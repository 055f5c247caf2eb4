import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import { cutText } from '#shared/cut-text.ts'
import type { Feedback } from '../delivery-deps.ts'
import { type End, finishDelivery, recordProgress } from './queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'

/**
 * Records the outcome of each delivery before it takes effect. Changes of concurrent deliveries share a commit, in the
 * order of the calls, so that there are never more `in_data` rows than connections.
 */
export type Ledger = {
  /** Records that the body of a delivery is about to be sent. @returns false when it may no longer be sent. */
  mayLeave(id: string): Promise<boolean>
  /**
   * Records that the relay accepted the delivery. Resolves once that is committed; the next delivery need not wait for
   * it.
   */
  taken(id: string, response: string): Promise<void>
  /** Records any other outcome and, for a permanent failure, its consequences in the same transaction. */
  ended(id: string, end: End): Promise<void>
  /** Resolves when all recorded outcomes are committed. */
  settled(): Promise<void>
}

type Deps = Pick<ProcessDeps, 'db' | 'clock' | 'log'> & {
  worker: string
  feedback: Pick<Feedback, 'refused'>
  signal: AbortSignal
}
type Leaving = { id: string; resolve(may: boolean): void; reject(error: unknown): void }
type AcceptedDelivery = { id: string; response: string; resolve(): void; reject(error: unknown): void }

/** Retry interval while the database is unavailable. */
const refreshTimeoutMs = 250

/** @param deps.signal Abandons writes that the database does not accept; their deliveries become uncertain later. */
export function createLedger({ db, clock, log, worker, feedback, signal }: Deps): Ledger {
  let leaving: Leaving[] = []
  let taken: AcceptedDelivery[] = []
  let flushing: Promise<void> | undefined
  const ends = new Set<Promise<void>>()

  function wake() {
    flushing ??= flush().finally(() => {
      flushing = undefined
      if (leaving.length > 0 || taken.length > 0) wake()
    })
  }

  async function flush() {
    // Further calls in this tick of the event loop join the same commit.
    await new Promise(setImmediate)
    while (leaving.length > 0 || taken.length > 0) {
      const [starting, finished] = [leaving, taken]
      leaving = []
      taken = []
      try {
        const may = await untilWritten(() =>
          recordProgress(db, { worker, now: clock.now(), leaving: starting.map(({ id }) => id), taken: finished }),
        )
        for (const one of finished) one.resolve()
        for (const one of starting) one.resolve(may.has(one.id))
      } catch (error) {
        for (const one of [...finished, ...starting]) one.reject(error)
      }
    }
  }

  /** Each of these statements may run twice: repeating a commit whose answer was lost changes nothing. */
  async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isUnavailable(error) || signal.aborted) throw error
        log.warn({ err: error }, 'delivery ledger write failed; retrying')
        await sleep(refreshTimeoutMs)
      }
    }
  }

  return {
    mayLeave: (id) =>
      new Promise((resolve, reject) => {
        leaving.push({ id, resolve, reject })
        wake()
      }),
    taken: (id, response) =>
      new Promise((resolve, reject) => {
        taken.push({ id, response: cutText(response, 500), resolve, reject })
        wake()
      }),
    ended(id, end) {
      const writing = untilWritten(() =>
        db.transaction(async (tx) => {
          const isOurs = await finishDelivery(tx, worker, id, { ...end, response: cutText(end.response, 500) })
          if (isOurs && end.state === 'failed')
            await feedback.refused(tx, { deliveryId: id, response: end.response, at: clock.now(), after: end.after })
        }),
      )
      const tracked = writing.catch(() => undefined).finally(() => ends.delete(tracked))
      ends.add(tracked)
      return writing
    },
    async settled() {
      while (flushing || ends.size > 0) await Promise.all([flushing, ...ends])
    },
  }
}
