import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTopologyDatabase } from '../../scripts/topology/postgres.ts'
import { breakableConnection } from '../../tests/support/breakable-connection.ts'

/** A PostgreSQL server that can be killed, behind a connection that can be cut. */
export type ChaosDatabase = {
  /** Stays the same when the server is started again. */
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
  /** Kills the server without notice. */
  kill(): Promise<void>
  /** Starts it again, with recovery. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the database of the topology.
 *
 * @param folder Holds its data.
 */
export async function startChaosDatabase(folder: string): Promise<ChaosDatabase> {
  let server = await startTopologyDatabase(folder)
  const link = await breakableConnection(server.url)
  const pidFile = join(folder, 'data/postmaster.pid')
  return {
    url: link.url,
    cut: link.cut,
    mend: link.mend,
    async kill() {
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
      const children = listChildren(pid)
      process.kill(pid, 'SIGKILL')
      // The others notice the end of the first by themselves.
      while ([pid, ...children].some(isRunning)) await sleep(20)
    },
    async restart() {
      server = await startTopologyDatabase(folder)
      link.retarget(server.url)
    },
    async stop() {
      await link.cut()
      await server.stop()
    },
  }
}

/** Lists the processes that a process has started and that still run. */
export function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Returns whether a process runs; one that has ended and was not waited for does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
