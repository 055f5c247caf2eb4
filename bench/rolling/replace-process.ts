import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessName, Topology } from '../../scripts/topology/start-topology.ts'
import type { Release } from './hashed-files.ts'

const stopLimitMs = 60_000
const within = () => ({ signal: AbortSignal.timeout(10_000) })

/**
 * Replaces a process as an operator does: SIGTERM, the end of the process, a start of the other release, and the wait
 * until it is ready.
 *
 * @returns What was done, and what was not as documented.
 */
export async function replaceProcess(
  topology: Topology,
  name: ProcessName,
  release: Release,
): Promise<{ done: string; lost: string[] }> {
  const before = topology.processes[name]
  const from = performance.now()
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(1)} s`
  const lost: string[] = []
  let hasEnded = false
  const ending = Promise.race([before.end('SIGTERM'), sleep(stopLimitMs, 'late', { ref: false })]).then((result) => {
    hasEnded = true
    return result
  })
  let notReady: string | undefined
  while (!hasEnded && !notReady) {
    const answer = await fetch(`${before.origin}/readyz`, within()).catch(() => undefined)
    if (answer?.status === 503) notReady = seconds()
    else await sleep(20)
  }
  if (!notReady) lost.push(`${name} exited without first answering 503 at /readyz`)
  if ((await ending) === 'late') {
    lost.push(`${name} did not end within a minute`)
    await before.end('SIGKILL')
  }
  const gone = seconds()
  await topology.restart(name, release.folder)
  const { version } = (await (await fetch(`${topology.processes[name].origin}/healthz`, within())).json()) as {
    version: string
  }
  if (version !== release.version) lost.push(`${name} runs ${version} instead of ${release.version}`)
  return { done: `not ready after ${notReady ?? '–'}, gone after ${gone}, ready after ${seconds()}`, lost }
}
