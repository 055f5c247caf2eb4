import { expect, test } from 'vitest'
import { formatTimestamp } from './timestamp.ts'

test.each(['2026-11-21T16:04:31.123Z', '2026-11-21T16:04:31Z'])(
  '%s is formatted to the minute, or to the second',
  (iso) => {
    expect(formatTimestamp(iso)).toBe('2026-11-21 16:04 UTC')
    expect(formatTimestamp(iso, 'second')).toBe('2026-11-21 16:04:31 UTC')
  },
)

test('a timestamp without seconds is formatted to the minute', () => {
  expect(formatTimestamp('2026-12-04T02:00Z')).toBe('2026-12-04 02:00 UTC')
})
