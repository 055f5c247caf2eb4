import { afterEach, expect, test, vi } from 'vitest'
import { createRecentFiles } from './recent-files.ts'

afterEach(() => void vi.useRealTimers())

const file = Buffer.alloc(10)

test('the longest unused go when there is no more room', () => {
  const files = createRecentFiles(30)
  for (const name of ['a', 'b', 'c']) files.add(name, file)
  files.get('a')
  files.add('d', file)
  expect(['a', 'b', 'c', 'd'].filter((name) => files.get(name))).toEqual(['a', 'c', 'd'])
})

test('what nobody asks for is let go after some minutes, what is in use is not', () => {
  vi.useFakeTimers()
  const files = createRecentFiles(100)
  files.add('left', file)
  files.add('used', file)
  for (let minute = 0; minute < 6; minute += 1) {
    vi.advanceTimersByTime(60_000)
    files.get('used')
  }
  expect([files.get('left'), files.get('used')]).toEqual([undefined, file])
  vi.advanceTimersByTime(10 * 60_000)
  expect(files.get('used')).toBeUndefined()
  // With nothing left there is nothing to look after.
  expect(vi.getTimerCount()).toBe(0)
})
