import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { memorySlope } from './memory-slope.ts'
import { findFull, measureCores } from './resources.ts'

test('the slope of a series is found, whatever its level', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 3, max: 200 }),
      (perMinute, level, count) => {
        const samples = Array.from({ length: count }, (_, i) => ({
          atMs: i * 5_000,
          megabytes: level + (perMinute * i * 5_000) / 60_000,
        }))
        expect(memorySlope(samples)).toBeCloseTo(perMinute, 6)
      },
    ),
  )
})

test('memory that returns after every garbage collection has no slope, and one that stays has', () => {
  const sawtooth = Array.from({ length: 240 }, (_, i) => ({ atMs: i * 5_000, megabytes: 200 + (i % 12) * 5 }))
  expect(Math.abs(memorySlope(sawtooth)!)).toBeLessThan(0.2)
  const leaking = sawtooth.map(({ atMs, megabytes }) => ({ atMs, megabytes: megabytes + (atMs / 60_000) * 2 }))
  expect(memorySlope(leaking)).toBeGreaterThan(1.8)
})

test('the first minutes do not count, and two samples have no slope', () => {
  const warming = Array.from({ length: 40 }, (_, i) => ({ atMs: i * 60_000, megabytes: i < 10 ? i * 30 : 300 }))
  expect(memorySlope(warming)).toBeGreaterThan(1)
  expect(memorySlope(warming, 10 * 60_000)).toBeCloseTo(0, 9)
  expect(memorySlope(warming.slice(0, 2))).toBeUndefined()
  expect(memorySlope(warming, 39 * 60_000)).toBeUndefined()
})

test.each([
  [{ 'web-1': 0.95, 'database': 0.2 }, 1.3, {}, 'web-1 (0.95 cores)'],
  [{ 'web-1': 0.95, 'database': 0.9 }, 1.9, {}, 'all 2 cores, web-1 (0.95 cores), database (0.90 cores)'],
  [{ 'web-1': 0.5, 'database': 0.2 }, 1.9, {}, 'all 2 cores, 1.20 by other programs'],
  [{ workers: 1.2, database: 0.4 }, 1.7, { workers: 2 }, 'nothing'],
  [{ workers: 1.85, database: 0.1 }, 1.99, { workers: 2 }, 'all 2 cores, workers (1.85 cores)'],
  [{ relay: 0.91, worker: 0.5 }, 1.5, {}, 'relay (0.91 cores)'],
  [{}, 0, {}, 'nothing'],
])('with %j of %d cores in use, the saturated parts are found', (groups, machine, threads, full) => {
  expect(findFull({ groups, machine, available: 2 }, threads)).toBe(full)
})

test('a child with its own process group does not count for its parent', async () => {
  const child = spawn(process.execPath, [
    '-e',
    'while (process.cpuUsage().user < 300_000); setInterval(() => 0, 1000); console.log(1)',
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  const until = once(child.stdout, 'data')
  const { groups } = await measureCores({ bench: [process.pid], child: [child.pid!] }, () => until)
  expect(groups['child']).toBeGreaterThan(groups['bench']!)
})

test('the processor time of an ended process counts for its parent', async () => {
  const from = performance.now()
  const { groups, available, machine } = await measureCores({ bench: [process.pid] }, async () => {
    const child = spawn(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);'])
    await once(child, 'exit')
  })
  expect((groups['bench']! * (performance.now() - from)) / 1000).toBeGreaterThan(0.25)
  expect(machine).toBeGreaterThan(0)
  expect(available).toBe(availableParallelism())
})
