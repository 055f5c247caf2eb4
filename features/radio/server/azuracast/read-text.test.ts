import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

test.each([
  ['Motor &amp; Sons', 'Motor & Sons'],
  ['&quot;it&#039;s&quot; &#x1F3B6; Caf&eacute; &ndash; &yuml;&nbsp;&iquest;', '"it\'s" 🎶 Café – ÿ ¿'],
  ['&lt;b&gt; is text', '<b> is text'],
  ['AT&T; &unknown; &amp', 'AT&T; &unknown; &amp'],
])('%s is decoded as %s', (written, read) => {
  expect(readText(written)).toBe(read)
})

test('double-escaped text is unescaped once', () => {
  expect(readText('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;')
})

test('an entity for a forbidden character is not decoded', () => {
  expect(readText('a&#0;b&#xD800;c&#x110000;d&#9999999;e&#10;f&#x202E;g\ud800h')).toBe('abcde fgh')
})

test('line breaks become spaces, and a text is cut after 300 whole characters', () => {
  expect(readText('  one\r\n\ttwo \u2028 three ')).toBe('one two three')
  expect([...readText('🎶'.repeat(5000))]).toHaveLength(300)
})
