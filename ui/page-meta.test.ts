import { expect, test } from 'vitest'
import { fitDescription } from './page-meta.ts'

test('a description of up to 160 characters is unchanged', () => {
  expect(fitDescription('a'.repeat(160))).toBe('a'.repeat(160))
})

test('a longer one ends with the last sentence that fits', () => {
  const first = 'A workbench for cutting a token, with a plain word on each setting.'
  const second = 'It asks before it does.'
  expect(fitDescription(`${first} ${second} ${'More words '.repeat(20)}`)).toBe(`${first} ${second}`)
})

test('without a short enough sentence it ends after a whole word', () => {
  const text = fitDescription('Short. ' + 'some more words, '.repeat(20))
  expect(text).toMatch(/^Short\. (some more words, )+(some|some more|some more words)…$/)
  expect(text.length).toBeLessThanOrEqual(160)
})
