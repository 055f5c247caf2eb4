import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#platform/database/unavailable.ts'
import { cutText } from '#shared/cut-text.ts'
import type { Returns } from '../delivery-parts.ts'
import { type End, endCopy, markCopies } from './queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'

/**
 * What became of each copy, written down before anybody acts on it. Marks of copies that are under way at the same time
 * share a commit, in the order they were asked for: so never more rows say `in_data` than there are lanes.
 */
export type Ledger = {
  /** Notes that the body of a copy is about to leave. @returns false when it may not any more. */
  mayLeave(id: string): Promise<boolean>
  /** Notes that the relay has it. Resolves when that is safe; nobody needs to wait for it before the next copy. */
  taken(id: string, response: string): Promise<void>
  /** Notes any other end; for one that failed for good, what follows from it in the same transaction. */
  ended(id: string, end: End): Promise<void>
  /** Resolves when everything asked for so far is written down. */
  settled(): Promise<void>
}

type Parts = Pick<ProcessDeps, 'db' | 'clock' | 'log'> & {
  worker: string
  returns: Pick<Returns, 'refused'>
  signal: AbortSignal
}
type Leaving = { id: string; resolve(may: boolean): void; reject(error: unknown): void }
type Taken = { id: string; response: string; resolve(): void; reject(error: unknown): void }

/** While the database is away, it is asked again so often. */
const patienceMs = 250

/**
 * @param parts.signal Gives up what the database would not take; those copies are found later and told as uncertain.
 */
export function createLedger({ db, clock, log, worker, returns, signal }: Parts): Ledger {
  let leaving: Leaving[] = []
  let taken: Taken[] = []
  let flushing: Promise<void> | undefined
  const ends = new Set<Promise<void>>()

  function wake() {
    flushing ??= flush().finally(() => {
      flushing = undefined
      if (leaving.length > 0 || taken.length > 0) wake()
    })
  }

  async function flush() {
    // What else this turn of the loop has to say comes along.
    await new Promise(setImmediate)
    while (leaving.length > 0 || taken.length > 0) {
      const [asked, told] = [leaving, taken]
      leaving = []
      taken = []
      try {
        const may = await untilWritten(() =>
          markCopies(db, { worker, now: clock.now(), leaving: asked.map(({ id }) => id), taken: told }),
        )
        for (const one of told) one.resolve()
        for (const one of asked) one.resolve(may.has(one.id))
      } catch (error) {
        for (const one of [...told, ...asked]) one.reject(error)
      }
    }
  }

  /** Each of these statements may run twice: a commit whose answer was lost changes nothing the second time. */
  async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isUnavailable(error) || signal.aborted) throw error
        log.warn({ err: error }, 'delivery ledger write failed; retrying')
        await sleep(patienceMs)
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
          const isOurs = await endCopy(tx, worker, id, { ...end, response: cutText(end.response, 500) })
          if (isOurs && end.state === 'failed')
            await returns.refused(tx, { deliveryId: id, said: end.response, at: clock.now(), after: end.after })
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
