import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProcessName, Topology } from './start-topology.ts'
import { superviseTopology } from './supervise.ts'

/** Processes that are ended by hand, and a record of what was started. */
function createProcesses() {
  const ends = new Map<ProcessName, () => void>()
  const started: ProcessName[] = []
  const processes = {} as Topology['processes']
  let failures = 0
  const start = (name: ProcessName) => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    processes[name] = { pid: 100 + started.length, ended } as Topology['processes'][ProcessName]
  }
  for (const name of ['web-1', 'web-2', 'worker', 'station'] as const) start(name)
  return {
    started,
    end: (name: ProcessName) => ends.get(name)!(),
    failNext: () => (failures = 1),
    topology: {
      processes,
      async restart(name: ProcessName) {
        started.push(name)
        if (failures-- > 0) throw new Error(`${name} did not start:\nno database\n`)
        start(name)
      },
    },
  }
}

test('a process that exits is restarted each time, and the others are not affected', async () => {
  const { topology, started, end } = createProcesses()
  const lines: string[] = []
  const stop = superviseTopology(topology, (line) => lines.push(line))
  for (const name of ['web-1', 'station', 'web-1'] as const) {
    end(name)
    await turn()
  }
  expect(started).toEqual(['web-1', 'station', 'web-1'])
  expect(lines.slice(0, 2)).toEqual(['web-1 has ended and is being restarted.', 'web-1 is back as process 101.'])
  await stop()
  end('worker')
  await turn()
  expect(started, 'not after the end').toHaveLength(3)
})

test('a process that fails to start is reported with its output, and stopping does not wait for the next attempt', async () => {
  const { topology, started, end, failNext } = createProcesses()
  const lines: string[] = []
  const stop = superviseTopology(topology, (line) => lines.push(line))
  failNext()
  end('worker')
  await turn()
  await stop()
  expect(started).toEqual(['worker'])
  expect(lines.at(-1)).toBe('worker did not start:\nno database\nThe next attempt is in 5 seconds.')
})
