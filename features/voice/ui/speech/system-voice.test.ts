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
  ['the default voice of a system', mac, 'en', [], 'Samantha'],
  ['no novelty voice, even if it is first', [voice('Zarvox', 'en-US'), voice('Karen', 'en-AU')], 'en', [], 'Karen'],
  ['the regional variant of the visitor', mac, 'es', ['en-US', 'es-MX'], 'Paulina'],
  ['any regional variant otherwise', mac, 'es', ['es-AR'], 'Mónica'],
  ['Android writes languages with an underscore', [voice('Spanish', 'es_US')], 'es', [], 'Spanish'],
  ['the better version', [voice('Ava', 'en-US'), voice('Ava (Premium)', 'en-US')], 'en', [], 'Ava (Premium)'],
  [
    'no voice that sends the text to a service',
    [voice('Google US English', 'en-US', { localService: false })],
    'en',
    [],
    undefined,
  ],
  ['no voice in another language', mac, 'fr', [], undefined],
  ['no voice whose language only starts the same', [voice('Estonian', 'est')], 'es', [], undefined],
  ['no voice without voices', [], 'en', [], undefined],
])('%s', (_case, voices, locale, wanted, name) => expect(chooseVoice(voices, locale, wanted)?.name).toBe(name))

test.each([
  ['en', ['de-DE', 'en-GB'], 'en-GB'],
  ['en', ['en'], 'en-US'],
  ['es', [], 'es-ES'],
  ['es', ['est-EE', 'es-419'], 'es-419'],
])('the recognizer of a page in %s listens to a visitor with %j in %s', (locale, wanted, tag) =>
  expect(speechLanguage(locale, wanted)).toBe(tag),
)
