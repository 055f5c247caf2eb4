import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxSpokenLength } from '#features/voice/constants.ts'
import { spokenSentences } from './spoken-text.ts'

test.each([
  ['en', 'Hello. I am software!\n\nAsk me.', ['Hello.', 'I am software!', 'Ask me.']],
  ['en', 'One. Two. Three. Four.', ['One.', 'Two.', 'Three.']],
  ['en', `Short. The ${'word '.repeat(50)}end. Last.`, ['Short.']],
  [
    'en',
    'It is by Dr. A. J. Noor, costs $9.99 and is 3.5 MB.',
    ['It is by Dr. A. J. Noor, costs $9.99 and is 3.5 MB.'],
  ],
  ['es', '¿Quién es? Nova. ¡Hola!', ['¿Quién es?', 'Nova.', '¡Hola!']],
  ['en', ' \n\n— … “”\n', []],
  ['en', '', []],
])('in %s, %j is spoken as %j', (locale, text, spoken) => expect(spokenSentences(text, locale)).toEqual(spoken))

test('a very long sentence ends after a clause, or after a word', () => {
  expect(spokenSentences(`${'a'.repeat(200)}, ${'b '.repeat(100)}`, 'en')).toEqual([`${'a'.repeat(200)}…`])
  expect(spokenSentences('word '.repeat(100), 'en')[0]).toMatch(/ word…$/)
})

test('every text is spoken in at most three sentences that the server accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), fc.constantFrom('en', 'es'), (text, locale) => {
      const spoken = spokenSentences(text, locale)
      expect(spoken.length).toBeLessThanOrEqual(3)
      for (const sentence of spoken) {
        expect(sentence.length).toBeLessThanOrEqual(maxSpokenLength)
        expect(sentence).not.toBe('')
        expect(sentence.isWellFormed()).toBe(true)
      }
    }),
  )
})
