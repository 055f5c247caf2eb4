import { expect, test } from 'vitest'
import { findProcessProblems } from './process-problems.ts'

const started = (role: string, other: object = {}) => ({
  role,
  host: 'one.example',
  storageId: 'disk-1',
  clockOffsetMs: 0,
  ...other,
})
const keysOf = (processes: ReturnType<typeof started>[], needsStation = true) =>
  findProcessProblems(processes, { needsStation }).map(({ key }) => key)

test.each([
  ['one process of all roles', ['all'], []],
  ['every role', ['web', 'web', 'worker', 'station'], []],
  ['web only', ['web'], ['worker', 'station']],
  ['no station', ['web', 'worker'], ['station']],
  ['no worker', ['web', 'station'], ['worker']],
  ['a process of all roles beside a web process', ['web', 'all'], []],
])('%s: missing roles are named', (_name, roles, keys) => {
  expect(keysOf(roles.map((role) => started(role)))).toEqual(keys)
})

test('with an external station no station process is missing', () => {
  expect(keysOf([started('web'), started('worker')], false)).toEqual([])
})

test('processes with different storages are listed by storage and host', () => {
  const [problem] = findProcessProblems(
    [started('all'), started('web', { host: 'two.example', storageId: 'disk-2' }), started('web')],
    { needsStation: true },
  )
  expect(problem?.key).toBe('storage')
  expect(problem?.detail).toContain(
    'ROLE=all on one.example, ROLE=web on one.example; ROLE=web on two.example. Files stored by one',
  )
})

test.each([
  [5_000, undefined],
  [-5_000, undefined],
  [5_001, '5 seconds ahead of'],
  [-61_000, '61 seconds behind'],
])('a clock that is off by %i ms is reported above five seconds', (clockOffsetMs, text) => {
  const problems = findProcessProblems([started('all', { clockOffsetMs })], { needsStation: true })
  expect(problems.map(({ key }) => key)).toEqual(text ? ['clock-one.example'] : [])
  expect(problems[0]?.detail ?? '').toContain(text ?? '')
})

test('a host with several processes is named once, with its largest offset', () => {
  const offsets = [5_500, -7_000].map((clockOffsetMs) => started('all', { clockOffsetMs }))
  const problems = findProcessProblems(offsets, { needsStation: true })
  expect(problems).toHaveLength(1)
  expect(problems[0]?.detail).toContain('7 seconds behind')
})
