import { expect, test } from 'vitest'
import { cityOf, formatEventTime, timeUntil } from './event-times.ts'

test('a time is formatted in its time zone, in winter and in summer', () => {
  expect(formatEventTime('America/New_York', '2026-12-12T02:00:00.000Z')).toBe('Fri, Dec 11, 2026, 9:00 PM EST')
  expect(formatEventTime('America/New_York', '2027-07-10T01:00:00.000Z')).toBe('Fri, Jul 9, 2027, 9:00 PM EDT')
  expect(formatEventTime('Asia/Kolkata', '2026-12-12T18:30:00.000Z')).toBe('Sun, Dec 13, 2026, 12:00 AM GMT+5:30')
  expect(formatEventTime('UTC', '2026-12-12T02:00:00.000Z')).toBe('Sat, Dec 12, 2026, 2:00 AM UTC')
  expect(formatEventTime('America/New_York', '2026-12-12T02:00:00.000Z', 'es')).toBe('vie 11 dic 2026, 21:00 GMT-5')
})

test('a countdown shows days until the last one, then seconds, and stops at zero', () => {
  const start = '2026-12-12T02:00:00.000Z'
  const before = (ms: number) => timeUntil(start, Date.parse(start) - ms)
  expect(before(19 * 86_400_000 + 7 * 3_600_000 + 4 * 60_000)).toBe('19 d 7 h 4 min')
  expect(before(86_400_000)).toBe('1 d 0 h 0 min')
  expect(before(86_399_000)).toBe('23:59:59')
  expect(before(61_500)).toBe('00:01:02')
  expect(before(-5_000)).toBe('00:00:00')
})

test('a time zone is named by its city', () => {
  expect(cityOf('America/New_York')).toBe('New York')
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(cityOf('UTC')).toBe('UTC')
})
