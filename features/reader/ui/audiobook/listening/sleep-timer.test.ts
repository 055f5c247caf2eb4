import { expect, test } from 'vitest'
import { runSleepTimer, setSleepTimer, sleepFade, sleepLeftMs } from './sleep-timer.ts'

const minute = 60_000

test('minutes pass while audio plays, and stop while it is paused', () => {
  let timer = setSleepTimer(5, true, 1000)
  expect(sleepLeftMs(timer, 1000 + 2 * minute, 0)).toBe(3 * minute)
  timer = runSleepTimer(timer, false, 1000 + 2 * minute)
  expect(sleepLeftMs(timer, 1000 + 90 * minute, 0)).toBe(3 * minute)
  timer = runSleepTimer(timer, true, 1000 + 90 * minute)
  expect(sleepLeftMs(timer, 1000 + 92 * minute, 0)).toBe(minute)
  expect(sleepLeftMs(timer, 1000 + 99 * minute, 0)).toBe(0)
})

test('a timer set while paused waits for playback', () => {
  const timer = setSleepTimer(10, false, 0)
  expect(sleepLeftMs(timer, 50 * minute, 0)).toBe(10 * minute)
  expect(sleepLeftMs(runSleepTimer(timer, true, 50 * minute), 51 * minute, 0)).toBe(9 * minute)
})

test('repeated updates change nothing, and a clock set back gives no extra time', () => {
  const timer = setSleepTimer(5, true, 10_000)
  expect(runSleepTimer(timer, true, 40_000)).toBe(timer)
  expect(sleepLeftMs(timer, 0, 0)).toBe(5 * minute)
})

test('the end of the chapter ends the timer, whatever the clock says', () => {
  const timer = setSleepTimer('chapter-end', true, 0)
  expect(sleepLeftMs(timer, 1e9, 42_000)).toBe(42_000)
  expect(sleepLeftMs(timer, 0, -3)).toBe(0)
})

test('the volume is full until the last seconds, then fades out', () => {
  expect([sleepFade(minute), sleepFade(8000), sleepFade(4000), sleepFade(0)]).toEqual([1, 1, 0.5, 0])
  expect(sleepFade(Infinity)).toBe(1)
})
