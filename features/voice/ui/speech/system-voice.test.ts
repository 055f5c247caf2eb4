import { expect, test } from 'vitest'
import { chooseVoice, speechLanguage, type SystemVoice } from './system-voice.ts'

const voice = (name: string, lang: string, more: Partial<SystemVoice> = {}): SystemVoice => ({
  name,
  lang,
  localService: true,
  default: false,
  ...more,
})
const mac = [
  voice('Albert', 'en-US'),
  voice('Daniel', 'en-GB'),
  voice('Samantha', 'en-US', { default: true }),
  voice('Mónica', 'es-ES'),
  voice('Paulina', 'es-MX'),
]

test.each([
  ['the default of a system', mac, 'en', [], 'Samantha'],
  ['no joke, even if it is first', [voice('Zarvox', 'en-US'), voice('Karen', 'en-AU')], 'en', [], 'Karen'],
  ['the variety of the visitor', mac, 'es', ['en-US', 'es-MX'], 'Paulina'],
  ['any variety otherwise', mac, 'es', ['es-AR'], 'Mónica'],
  ['Android writes languages with an underscore', [voice('Spanish', 'es_US')], 'es', [], 'Spanish'],
  ['the better recording', [voice('Ava', 'en-US'), voice('Ava (Premium)', 'en-US')], 'en', [], 'Ava (Premium)'],
  [
    'nothing that sends the text away',
    [voice('Google US English', 'en-US', { localService: false })],
    'en',
    [],
    undefined,
  ],
  ['nothing in another language', mac, 'fr', [], undefined],
  ['a language is more than its first letters', [voice('Estonian', 'est')], 'es', [], undefined],
  ['nothing where there is nothing', [], 'en', [], undefined],
])('%s', (_case, voices, locale, wanted, name) => expect(chooseVoice(voices, locale, wanted)?.name).toBe(name))

test.each([
  ['en', ['de-DE', 'en-GB'], 'en-GB'],
  ['en', ['en'], 'en-US'],
  ['es', [], 'es-ES'],
  ['es', ['est-EE', 'es-419'], 'es-419'],
])('the recognizer of a page in %s listens to a visitor with %j in %s', (locale, wanted, tag) =>
  expect(speechLanguage(locale, wanted)).toBe(tag),
)
