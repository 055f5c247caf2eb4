import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

test.each([
  ['Motor &amp; Sons', 'Motor & Sons'],
  ['&quot;it&#039;s&quot; &#x1F3B6; Caf&eacute; &ndash; &yuml;&nbsp;&iquest;', '"it\'s" 🎶 Café – ÿ ¿'],
  ['&lt;b&gt; is text', '<b> is text'],
  ['AT&T; &unknown; &amp', 'AT&T; &unknown; &amp'],
])('%s reads %s', (written, read) => {
  expect(readText(written)).toBe(read)
})

test('what was escaped twice is unescaped once', () => {
  expect(readText('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;')
})

test('no entity makes a character that a text must not hold', () => {
  expect(readText('a&#0;b&#xD800;c&#x110000;d&#9999999;e&#10;f&#x202E;g\ud800h')).toBe('abcde fgh')
})

test('lines become one, and a text ends after 300 characters, in whole characters', () => {
  expect(readText('  one\r\n\ttwo \u2028 three ')).toBe('one two three')
  expect([...readText('🎶'.repeat(5000))]).toHaveLength(300)
})
