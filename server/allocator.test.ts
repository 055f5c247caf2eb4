import { expect, test } from 'vitest'
import { restartWithAllocatorSettings } from './allocator.ts'

function restarted(change: Partial<NodeJS.Process>) {
  const calls: unknown[][] = []
  restartWithAllocatorSettings('/site/main.js', {
    platform: 'linux',
    execPath: process.execPath,
    connected: false,
    execArgv: ['--enable-source-maps'],
    argv: [process.execPath, '/site/scripts/start.ts', 'more'],
    env: { PORT: '80' },
    execve: (...call) => void calls.push(call),
    ...change,
  })
  return calls
}

test('a process begins anew once, with what it was started with and the settings of the allocator', () => {
  const [[file, args, env] = []] = restarted({})
  expect([file, args]).toEqual([process.execPath, [process.execPath, '--enable-source-maps', '/site/main.js', 'more']])
  expect(env).toMatchObject({ PORT: '80', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' })
  expect(restarted({ env: env as NodeJS.ProcessEnv })).toEqual([])
})

test('it goes on as it is where the allocator is chosen, and on systems without these settings', () => {
  for (const env of [{ LD_PRELOAD: 'libjemalloc.so' }, { GLIBC_TUNABLES: 'glibc.malloc.arena_max=1' }, { MALLOC_ARENA_MAX: '2' }])
    expect(restarted({ env })).toEqual([])
  expect(restarted({ platform: 'darwin' })).toEqual([])
  expect(restarted({ execve: undefined })).toEqual([])
})

test('it goes on as it is where a restart would lose something or end it', () => {
  expect(restarted({ connected: true })).toEqual([])
  expect(restarted({ execPath: '/gone/since/node' })).toEqual([])
})
