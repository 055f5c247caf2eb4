import { listUnchecked } from '../queries.ts'
import { type CheckDeps, checkSubmission } from './check-submission.ts'

/** Listens to what came in, one recording at a time, in the order it came. Rows tell what is left, so nothing is lost when the process ends. */
export type Listening = {
  start(): void
  /** Looks for work soon; call after a submission was committed. */
  wake(): void
  /** Listens to all there is. Where one fails it goes on with the next, and tells of the first failure at its end. */
  now(): Promise<void>
  stop(): Promise<void>
}

/** While tracks come in one after the other the machine is theirs; after so long without one, listening begins. */
const restMs = 1_500

/** Uploads that last longer than this are no reason to let the others wait. */
const mostHeldMs = 60_000

/**
 * @param isBusy Whether tracks are coming in just now.
 * @param tickMs How often to look when nobody calls.
 */
export function createListening(parts: CheckDeps, isBusy: () => boolean = () => false, tickMs = 30_000): Listening {
  let timer: NodeJS.Timeout | undefined
  let rest: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  let again = false
  let heldSince: number | undefined

  async function drain(): Promise<void> {
    const failed = new Set<string>()
    let first: unknown
    while (!stopping.signal.aborted) {
      const row = (await listUnchecked(parts.db, failed.size + 1)).find(({ id }) => !failed.has(id))
      if (!row) break
      try {
        await checkSubmission(parts, row, stopping.signal)
      } catch (error) {
        failed.add(row.id)
        first ??= error
      }
    }
    if (first) throw first
  }

  function now(): Promise<void> {
    again = running !== undefined
    running ??= drain().finally(() => {
      running = undefined
    })
    return running
  }

  function look(): void {
    if (stopping.signal.aborted || !timer) return
    if (isBusy()) {
      heldSince ??= performance.now()
      if (performance.now() - heldSince < mostHeldMs) return wake()
    }
    heldSince = undefined
    void now()
      .catch((err: unknown) => parts.log.warn({ err }, 'a submission could not be checked; it is tried again'))
      .then(() => {
        if (!again) return
        again = false
        look()
      })
  }

  function wake(): void {
    clearTimeout(rest)
    rest = setTimeout(look, restMs)
  }

  return {
    start() {
      timer = setInterval(look, tickMs)
      look()
    },
    wake,
    now,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      clearTimeout(rest)
      await running?.catch(() => undefined)
    },
  }
}
