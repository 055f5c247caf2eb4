import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessName, Topology } from './start-topology.ts'

const retryMs = 5_000

/**
 * Starts processes of the topology again when they end, as `restart: unless-stopped` of deploy/compose.yaml does.
 *
 * @param print Receives a line when a process has ended, is back, or does not start.
 * @returns A function that ends this and waits for processes that are being started.
 */
export function superviseTopology(
  topology: Pick<Topology, 'processes' | 'restart'>,
  print: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))

  const supervise = async (name: ProcessName) => {
    for (;;) {
      await Promise.race([topology.processes[name].ended, stopped])
      if (stopping.signal.aborted) return
      print(`${name} has ended and is being restarted.`)
      try {
        await topology.restart(name)
        print(`${name} is back as process ${topology.processes[name].pid}.`)
      } catch (error) {
        print(`${(error as Error).message.trim()}\nThe next attempt is in ${retryMs / 1000} seconds.`)
        await Promise.race([sleep(retryMs, undefined, { ref: false }), stopped])
      }
    }
  }

  const all = (Object.keys(topology.processes) as ProcessName[]).map(supervise)
  return async () => {
    stopping.abort()
    await Promise.all(all)
  }
}
