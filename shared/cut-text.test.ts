import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capitalize, cutText, sliceWhole } from './cut-text.ts'

const family = '👨‍👩‍👧‍👦'
const wales = '🏴󠁧󠁢󠁷󠁬󠁳󠁿'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['👍'.repeat(41), 80, '👍'.repeat(41)],
  [`${'a'.repeat(78)}👍👍`, 80, `${'a'.repeat(78)}👍👍`],
  ['👍🏽👍🏽👍🏽', 2, '👍🏽…'],
  [`${family}${family}x`, 2, `${family}…`],
  [`${wales}🇩🇪🇫🇷🇮🇹`, 3, `${wales}🇩🇪…`],
  ['e\u0301'.repeat(5), 4, `${'e\u0301'.repeat(3)}…`],
  ['नमस्ते', 2, 'न…'],
  ['', 5, ''],
])('%j has at most %i characters as %j', (text, longest, cut) => expect(cutText(text, longest, '…')).toBe(cut))

test('a text too short for its ellipsis is the ellipsis alone', () => {
  expect(cutText('ab', 1, '…')).toBe('…')
})

test('stacked accents are cut, too, but never within a letter', () => {
  expect(cutText(`a${'\u0301'.repeat(10_000)}`, 10).length).toBeLessThanOrEqual(80)
  expect(cutText(`${'👍'.repeat(3)}${'\u{e0061}'.repeat(10_000)}`, 10).isWellFormed()).toBe(true)
})

test('a cut text is a prefix of the original, in whole letters, and short enough', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', ' ', '👍', family, wales, 'e\u0301', '🇩🇪', '\u{1d11e}') })
  const characters = new Intl.Segmenter('en')
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, longest) => {
      const cut = cutText(text, longest)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
      expect([...characters.segment(cut)].length).toBeLessThanOrEqual(longest)
      const part = sliceWhole(text, longest, 2 * longest)
      expect(text.slice(longest, 2 * longest)).toContain(part)
      expect([...characters.segment(text)].map(({ segment }) => segment).join('|')).toContain(
        [...characters.segment(part)].map(({ segment }) => segment).join('|'),
      )
    }),
  )
})

test('unpaired surrogates become replacement characters', () => {
  expect(cutText('a\ud83d', 10)).toBe('a\ufffd')
  expect(cutText('\udc4d'.repeat(20), 3)).toBe('\ufffd\ufffd\ufffd')
  expect(sliceWhole('👍👍', 1)).toBe('👍')
  expect(sliceWhole('👍👍', 0, 3)).toBe('👍')
  expect(sliceWhole('👍👍', 1, 3)).toBe('')
})

test.each([
  ['the domain label.example was not found', 'The domain label.example was not found'],
  ['http://127.0.0.1:4621 responds without TLS', 'http://127.0.0.1:4621 responds without TLS'],
  ['smtp.label.example accepts the password', 'smtp.label.example accepts the password'],
  ['localhost:2525 responds', 'localhost:2525 responds'],
  ['owner@label.example was refused', 'owner@label.example was refused'],
  ['done. Reload the page', 'Done. Reload the page'],
  ['', ''],
])('“%s” is capitalized unless it begins with an address', (text, capitalized) => {
  expect(capitalize(text)).toBe(capitalized)
})
