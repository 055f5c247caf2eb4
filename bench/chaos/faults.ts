import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessName, type Topology, topologyProcesses } from '../../scripts/topology/start-topology.ts'
import type { S3Fault, S3Server } from '../../tests/support/s3-server.ts'
import type { Clocks } from './clock.ts'
import type { ChaosDatabase } from './database-server.ts'
import type { LoopDisk } from './loop-disk.ts'

/** A fault of the topology. */
export type Fault = {
  name: string
  /** Reason why it cannot be injected here. */
  skipped?: string
  /** Injects the fault and removes it. @returns What was done. */
  inject(): Promise<string>
}

const holdMs = 5_000

/** Lists the faults in the order in which they are injected. */
export function listFaults(deps: {
  topology: Topology
  database: ChaosDatabase
  s3: S3Server
  clocks: Clocks | undefined
  /** Disk of web-1, or the reason why it has none of its own. */
  disk: LoopDisk | string
}): Fault[] {
  const { topology, database, s3, clocks, disk } = deps
  const secondsSince = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

  const kill = (name: ProcessName): Fault => ({
    name: `kill -9 ${name}`,
    async inject() {
      await topology.processes[name].end('SIGKILL')
      const from = performance.now()
      await topology.restart(name)
      return `back after ${secondsSince(from)}`
    },
  })
  const failStorage = (name: string, fault: S3Fault): Fault => ({
    name,
    async inject() {
      const before = s3.requests().length
      s3.fail(fault)
      await sleep(holdMs)
      s3.fail(undefined)
      return `for ${holdMs / 1000} s, ${s3.requests().length - before} requests`
    },
  })
  const jump = (host: ProcessName, offset: string, words: string): Fault => ({
    name: `clock of ${host} ${words}`,
    ...(!clocks && { skipped: 'libfaketime is not installed' }),
    async inject() {
      clocks!.set(host, offset)
      await sleep(2 * holdMs)
      clocks!.set(host, '+0')
      return `for ${(2 * holdMs) / 1000} s`
    },
  })

  return [
    {
      name: 'none',
      async inject() {
        await sleep(holdMs)
        return 'load alone'
      },
    },
    ...topologyProcesses.map(({ name }) => kill(name)),
    {
      name: 'kill -9 nginx',
      async inject() {
        const from = performance.now()
        await topology.restartProxy()
        return `back after ${secondsSince(from)}`
      },
    },
    {
      name: 'kill -9 PostgreSQL',
      async inject() {
        await database.kill()
        const from = performance.now()
        await database.restart()
        return `back after ${secondsSince(from)}`
      },
    },
    {
      name: 'PostgreSQL link cut',
      async inject() {
        await database.cut()
        await sleep(holdMs)
        await database.mend()
        return `for ${holdMs / 1000} s`
      },
    },
    failStorage('S3 down', { kind: 'down' }),
    failStorage('S3 slow', { kind: 'slow', delayMs: 500 }),
    {
      name: 'disk of web-1 full',
      ...(typeof disk === 'string' && { skipped: disk }),
      async inject() {
        const free = await (disk as LoopDisk).fill()
        await sleep(2 * holdMs)
        free()
        return `for ${(2 * holdMs) / 1000} s`
      },
    },
    ...(['web-1', 'worker', 'station'] as const).flatMap((host) => [
      jump(host, '+1h', '+1 h'),
      jump(host, '-1h', '-1 h'),
    ]),
  ]
}
