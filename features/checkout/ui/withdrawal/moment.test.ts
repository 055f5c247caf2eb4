import { expect, test } from 'vitest'
import { momentInWords } from './moment.ts'

test('a moment reads the same everywhere', () => {
  expect(momentInWords('2026-11-21T23:05:59.123Z')).toBe('21 November 2026, 23:05 UTC')
  expect(momentInWords('2026-11-21T23:05:59-05:00')).toBe('22 November 2026, 04:05 UTC')
})
