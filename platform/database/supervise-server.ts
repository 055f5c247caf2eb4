import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from './connection-pool.ts'
import { stopServer } from './postgres-server.ts'
import { type Postmaster, isServerOf } from './postmaster-file.ts'

type Running = Postmaster & { onExit?: (listener: () => void) => void }

/**
 * Restarts a server whenever it exits, immediately and then at increasing intervals of up to 30 seconds. The socket
 * path stays the same, so pools reconnect by themselves.
 *
 * @param first The running server; one of an earlier process has no `onExit` and is polled.
 */
export function superviseServer({
  first,
  folder,
  start,
  log,
}: {
  first: Running
  folder: string
  start: () => Promise<Running>
  log: DatabaseLog
}): { close(): Promise<void> } {
  const closing = new AbortController()
  let running = first
  let restarting: Promise<void> | undefined

  const poll = setInterval(() => {
    if (!isServerOf(running.pid, folder)) restart()
  }, 500)
  poll.unref()
  running.onExit?.(restart)

  function restart(): void {
    if (closing.signal.aborted || restarting) return
    restarting = restartWithBackoff().finally(() => (restarting = undefined))
  }

  async function restartWithBackoff(): Promise<void> {
    log.warn({ pid: running.pid }, 'embedded database exited; restarting')
    for (let delayMs = 100; !closing.signal.aborted; delayMs = Math.min(delayMs * 2, 30_000)) {
      try {
        running = await start()
        running.onExit?.(restart)
        return log.info({ pid: running.pid }, 'embedded database restarted')
      } catch (error) {
        log.warn({ reason: (error as Error).message, delayMs }, 'embedded database restart failed; retrying')
        await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      }
    }
  }

  return {
    async close() {
      closing.abort()
      clearInterval(poll)
      await restarting
      await stopServer(running.pid, folder)
    },
  }
}
