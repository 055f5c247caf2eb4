import { expect, test } from 'vitest'
import { sizeText } from './file-field.tsx'

test.each([
  [1, '1 KB'],
  [40_000, '39 KB'],
  [102_400, '100 KB'],
  [104_858, '0.1 MB'],
  [20 * 1024 * 1024, '20.0 MB'],
])('a file of %i bytes has a size of %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text)
})
