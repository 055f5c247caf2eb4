import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedSite } from './start.ts'

/** Time to finish what is under way, in milliseconds; whatever hangs then ends with the process. */
const closeLimitMs = 10_000

/**
 * Stops the site on a signal. SIGTERM first reports the process as not ready and serves requests for
 * `SHUTDOWN_DELAY_SECONDS`, until the load balancer sends no more. Ctrl-C and a second signal do not wait.
 */
export function stopOnSignals({
  site,
  delaySeconds,
  onStopped = async () => undefined,
}: {
  site: Pick<StartedSite, 'drain' | 'close'>
  delaySeconds: number
  /** Sends what is still to be reported. */
  onStopped?: () => Promise<void>
}): void {
  const hurry = new AbortController()
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    isStopping = true
    site.drain()
    if (signal === 'SIGTERM')
      await sleep(delaySeconds * 1000, undefined, { signal: hurry.signal }).catch(() => undefined)
    setTimeout(() => process.exit(1), closeLimitMs).unref()
    await site.close()
    await onStopped()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) return hurry.abort()
      stop(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}
