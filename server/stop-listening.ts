import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Length of a turn of the event loop that counts as quiet, in milliseconds. */
const quietMs = 1
/** Time to wait for a quiet turn, in milliseconds; a busy process stops nonetheless. */
const quietLimitMs = 500

/**
 * Closes the port of a server without losing a request. The kernel completes connections on its own and resets those
 * that the process has not accepted when it closes the port, with the request that a proxy may have sent on them and
 * will not repeat. Therefore it is closed right after a turn of the event loop in which all of them were accepted.
 *
 * @returns A function that waits until all connections have ended.
 */
export async function stopListening(server: Server): Promise<() => Promise<void>> {
  if (!server.listening) return async () => undefined
  const limit = performance.now() + quietLimitMs
  // The event loop accepts connections between two calls of setImmediate; the first one may come before that.
  await nextTurn()
  let from = performance.now()
  let passedMs = Infinity
  while (passedMs > quietMs && from < limit) {
    await nextTurn()
    passedMs = performance.now() - from
    from += passedMs
  }
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  return () => ended
}
