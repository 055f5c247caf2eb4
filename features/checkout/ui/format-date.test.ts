import { expect, test } from 'vitest'
import { formatInstant } from './format-date.ts'

test('a timestamp reads the same everywhere', () => {
  expect(formatInstant('2026-11-21T23:05:59.123Z')).toBe('November 21, 2026, 23:05 UTC')
  expect(formatInstant('2026-11-21T23:05:59-05:00')).toBe('November 22, 2026, 04:05 UTC')
})
