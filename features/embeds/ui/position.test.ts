import { expect, test } from 'vitest'
import { formatProgress } from './position.ts'

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [65, '1:05'],
  [600, '10:00'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-3, '0:00'],
])('%d seconds are formatted as %s', (seconds, text) => {
  expect(formatProgress(seconds, 100_000).passed).toBe(text)
})

test('the length is rounded as on every page, and is the position at the end', () => {
  expect(formatProgress(101.9, 102.87)).toEqual({ passed: '1:41', length: '1:43' })
  expect(formatProgress(102.5, 102.87)).toEqual({ passed: '1:43', length: '1:43' })
})
