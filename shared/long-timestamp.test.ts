import { expect, test } from 'vitest'
import { formatLongDay, formatLongTimestamp } from './long-timestamp.ts'

test.each([
  ['2026-11-21T23:05:59.123Z', 'November 21, 2026, 11:05 PM UTC'],
  ['2026-11-21T23:05:59-05:00', 'November 22, 2026, 4:05 AM UTC'],
  ['2026-11-21T00:00:00Z', 'November 21, 2026, 12:00 AM UTC'],
  ['2026-11-21T12:00:00Z', 'November 21, 2026, 12:00 PM UTC'],
])('%s is formatted the same everywhere, with American hours', (iso, text) => {
  expect(formatLongTimestamp(new Date(iso))).toBe(text)
})

test('Spanish has 24 hours, and seconds appear on request', () => {
  const at = new Date('2026-11-21T20:05:09Z')
  expect(formatLongTimestamp(at, 'es')).toBe('21 de noviembre de 2026, 20:05 UTC')
  expect(formatLongTimestamp(at, 'es', 'second')).toBe('21 de noviembre de 2026, 20:05:09 UTC')
  expect(formatLongTimestamp(at, 'en', 'second')).toBe('November 21, 2026, 8:05:09 PM UTC')
  expect(formatLongDay(at, 'es')).toBe('21 de noviembre de 2026')
})
