import { expect, test } from 'vitest'
import { restartWithMemorySettings } from './memory-settings.ts'

const youngSpace = '--max-semi-space-size=16'

function restarted(change: Partial<NodeJS.Process>) {
  const calls: unknown[][] = []
  restartWithMemorySettings('/site/main.js', {
    platform: 'linux',
    execPath: process.execPath,
    connected: false,
    execArgv: ['--enable-source-maps'],
    argv: [process.execPath, '/site/scripts/start.ts', 'more'],
    env: { PORT: '80' },
    execve: (...call) => void calls.push(call),
    ...change,
  })
  return calls as [file: string, args: string[], env: NodeJS.ProcessEnv][]
}

test('a process restarts once, with its original arguments and both memory settings', () => {
  const [call] = restarted({})
  const [file, args, env] = call!
  expect([file, args]).toEqual([
    process.execPath,
    [process.execPath, '--enable-source-maps', youngSpace, '/site/main.js', 'more'],
  ])
  expect(env).toMatchObject({
    PORT: '80',
    MALLOC_MMAP_THRESHOLD_: '32768',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_ARENA_MAX: '2',
  })
  expect(restarted({ env, execArgv: args.slice(1, 3) })).toEqual([])
})

test('a configured allocator is not changed', () => {
  for (const env of [
    { LD_PRELOAD: 'libjemalloc.so' },
    { GLIBC_TUNABLES: 'glibc.malloc.arena_max=1' },
    { MALLOC_ARENA_MAX: '2' },
  ]) {
    const [[, args, after] = []] = restarted({ env })
    expect([args?.includes(youngSpace), after]).toEqual([true, env])
    expect(restarted({ env, execArgv: [youngSpace] })).toEqual([])
  }
})

test('a configured young generation size is not changed', () => {
  const chosen = [{ execArgv: ['--max-semi-space-size=64'] }, { env: { NODE_OPTIONS: '--max_semi_space_size=64' } }]
  for (const change of chosen) {
    const [[, args, env] = []] = restarted(change)
    expect([args?.includes(youngSpace), env?.MALLOC_ARENA_MAX]).toEqual([false, '2'])
  }
})

test('it does not restart where a restart would lose something or fail, and on systems without these settings', () => {
  expect(restarted({ connected: true })).toEqual([])
  expect(restarted({ execPath: '/gone/since/node' })).toEqual([])
  expect(restarted({ platform: 'darwin' })).toEqual([])
  expect(restarted({ execve: undefined })).toEqual([])
})
