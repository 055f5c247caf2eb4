import { expect, test } from 'vitest'
import { formatPosition } from './position.ts'

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [65, '1:05'],
  [600, '10:00'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-3, '0:00'],
])('%d seconds are formatted as %s', (seconds, text) => expect(formatPosition(seconds)).toBe(text))
