import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { machineTime } from './station-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a repeating timer runs until it is stopped', () => {
  let runs = 0
  const end = machineTime.every(10, () => (runs += 1))
  vi.advanceTimersByTime(30)
  end()
  vi.advanceTimersByTime(30)
  expect(runs).toBe(3)
})

test('a single timer runs once, or not at all if it was canceled', () => {
  const calls: string[] = []
  machineTime.after(10, () => calls.push('kept'))
  const takeBack = machineTime.after(20, () => calls.push('taken back'))
  vi.advanceTimersByTime(10)
  takeBack()
  vi.advanceTimersByTime(30)
  expect(calls).toEqual(['kept'])
})
