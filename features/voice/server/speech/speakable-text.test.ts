import fc from 'fast-check'
import { expect, test } from 'vitest'
import { speakableText } from './speakable-text.ts'

test.each([
  ['“Slow Voltage” is 3 min 12 s long.', '“Slow Voltage” is 3 min 12 s long.'],
  ['It costs $9.99 & is 50% off — ¡qué bien!', 'It costs $9.99 & is 50% off — ¡qué bien!'],
  ['Who · what\n\nwhere 🎵 音楽', 'Who what where'],
  [
    '<speed level="900">Fast</speed> <play file="/etc/passwd"/>',
    'speed level="900" Fast speed play file=" etc passwd"',
  ],
  ['a\u0000b\u202Ec', 'a b c'],
  ['x'.repeat(70), `${'x'.repeat(32)} ${'x'.repeat(32)} xxxxxx`],
  ['🎵 — … <>', ''],
])('%j is spoken as %j', (text, spoken) => expect(speakableText(text)).toBe(spoken))

test('no text passes a command of the engine or a control character through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(speakableText(text)).not.toMatch(/[<>\p{Cc}\p{Cs}]/u)
    }),
  )
})
