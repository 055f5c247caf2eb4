import { expect, test } from 'vitest'
import { cityOf, formatEventTime, timeUntil } from './event-times.ts'

test('a time is formatted in its time zone, in winter and in summer', () => {
  expect(formatEventTime('America/New_York', '2026-12-12T02:00:00.000Z')).toBe('Fri 11 Dec 2026, 21:00 EST')
  expect(formatEventTime('America/New_York', '2027-07-10T01:00:00.000Z')).toBe('Fri 9 Jul 2027, 21:00 EDT')
  expect(formatEventTime('Asia/Kolkata', '2026-12-12T18:30:00.000Z')).toBe('Sun 13 Dec 2026, 00:00 GMT+5:30')
  expect(formatEventTime('UTC', '2026-12-12T02:00:00.000Z')).toBe('Sat 12 Dec 2026, 02:00 UTC')
})

test('a countdown shows days until the last one, then seconds, and stops at zero', () => {
  const start = '2026-12-12T02:00:00.000Z'
  const before = (ms: number) => timeUntil(start, Date.parse(start) - ms)
  expect(before(19 * 86_400_000 + 7 * 3_600_000 + 4 * 60_000)).toBe('19 d 07 h 04 min')
  expect(before(86_400_000)).toBe('1 d 00 h 00 min')
  expect(before(86_399_000)).toBe('23:59:59')
  expect(before(61_500)).toBe('00:01:02')
  expect(before(-5_000)).toBe('00:00:00')
})

test('a time zone is named by its city', () => {
  expect(cityOf('America/New_York')).toBe('New York')
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(cityOf('UTC')).toBe('UTC')
})
