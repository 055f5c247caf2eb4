import { expect, test } from 'vitest'
import { formatDuration, isoDuration, waitTime } from './duration.ts'

test('lengths are formatted as on a player', () => {
  expect(formatDuration(90)).toBe('1:30')
  expect(formatDuration(59.6)).toBe('1:00')
  expect(formatDuration(5)).toBe('0:05')
  expect(formatDuration(3725)).toBe('1:02:05')
})

test('lengths are formatted as schema.org expects', () => {
  expect(isoDuration(90)).toBe('PT1M30S')
  expect(isoDuration(60)).toBe('PT1M')
  expect(isoDuration(3725)).toBe('PT1H2M5S')
  expect(isoDuration(0)).toBe('PT0S')
})

test('a wait is formatted in a suitable unit, and never rounded down', () => {
  expect([1, 89, 91, 61 * 60, 5400, 5401].map(waitTime)).toEqual([
    { count: 1, unit: 'second' },
    { count: 89, unit: 'second' },
    { count: 2, unit: 'minute' },
    { count: 61, unit: 'minute' },
    { count: 2, unit: 'hour' },
    { count: 2, unit: 'hour' },
  ])
})
