import { expect, test } from 'vitest'
import { formatHours } from './format-day.ts'

test.each([
  [0, '0 h'],
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [95, '1.6 h'],
  [754, '13 h'],
])('%d listening minutes are shown as %s', (minutes, text) => {
  expect(formatHours(minutes)).toBe(text)
})
