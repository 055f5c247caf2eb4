import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryCache } from './memory-cache.ts'

afterEach(() => void vi.useRealTimers())

const file = Buffer.alloc(10)

test('the least recently used files are evicted when the cache is full', () => {
  const files = createMemoryCache(30)
  for (const name of ['a', 'b', 'c']) files.add(name, file)
  files.get('a')
  files.add('d', file)
  expect(['a', 'b', 'c', 'd'].filter((name) => files.get(name))).toEqual(['a', 'c', 'd'])
})

test('a file takes no more memory than its size, even if its buffer is larger', () => {
  const files = createMemoryCache(100)
  files.add('part', Buffer.from(new ArrayBuffer(1_000), 990).fill(7))
  const cached = files.get('part')!
  expect([[...cached], cached.buffer.byteLength]).toEqual([Array(10).fill(7), 10])
})

test('idle files are evicted after some minutes, and used ones are not', () => {
  vi.useFakeTimers()
  const files = createMemoryCache(100)
  files.add('left', file)
  files.add('used', file)
  for (let minute = 0; minute < 6; minute += 1) {
    vi.advanceTimersByTime(60_000)
    files.get('used')
  }
  expect([files.get('left'), files.get('used')]).toEqual([undefined, file])
  vi.advanceTimersByTime(10 * 60_000)
  expect(files.get('used')).toBeUndefined()
  // An empty cache has no timer.
  expect(vi.getTimerCount()).toBe(0)
})
