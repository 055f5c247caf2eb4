import { expect, test } from 'vitest'
import { type FrameOutcome, readFrameFacts } from '#platform/recordings/frames/frame-facts.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { trackLimits } from '#features/submissions/contract.ts'
import { problems } from '#features/submissions/problems.ts'
import { en } from '#features/submissions/messages/en.ts'
import { es } from '#features/submissions/messages/es.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import type { Locale } from '#shared/locales.ts'
import { translateError } from '#shared/messages.ts'
import { faultText } from './receive.ts'
import { readFields } from '../read-texts.ts'
import { shownName } from './read-upload.ts'
import { hostileFiles, hostileNames, shortTrack } from './test-files.ts'
import { goodFields } from './test-form.ts'

const catalogues = joinCatalogues({ features: [{ name: 'submissions', messages: { en, es } }] })

test.each(hostileFiles)('%s is not accepted as a track, and the sender gets the reason', (_name, file, reason) => {
  const outcome = readFrameFacts(file, trackLimits)
  expect(outcome).toMatchObject({ ok: false, sentence: expect.stringMatching(reason) })
  expectTranslated(outcome)
})

// File types other than MP3, by their first bytes.
test.each(
  [
    ['RIFF', 'RF64', 'FORM', 'fLaC', 'OggS', '....ftyp', '\x30\x26\xb2\x75\x8e\x66\xcf\x11', '\x1a\x45\xdf\xa3'],
    ['caff', 'MAC ', 'MPCK', 'wvpk', '#!AMR', 'MThd', '%PDF', 'PK\x03\x04', '#EXTM3U', 'Rar!', '<!', '<html'],
    ['MZ', '\x7fELF', '\x89PNG', 'GIF8', '\xff\xd8\xff'],
  ].flat(),
)('a file that begins with %j is named in both languages', (magic) => {
  expectTranslated(readFrameFacts(Buffer.from(magic.padEnd(2000, ' '), 'latin1'), trackLimits))
})

test.each([
  [{ ...trackLimits, minSeconds: 3600 * 2 }, 'Esta grabación es demasiado corta. Debe durar al menos 2 horas.'],
  [{ ...trackLimits, minSeconds: 60 }, 'Esta grabación es demasiado corta. Debe durar al menos 1 minuto.'],
  [{ ...trackLimits, maxSeconds: 7 }, 'Esta grabación es demasiado larga. Debe durar como máximo 7 segundos.'],
  [
    { ...trackLimits, minKbps: 200 },
    'La tasa de bits de esta grabación es demasiado baja. Debe ser de al menos 200 kbit/s.',
  ],
])('a value beyond a limit is rejected with the limit, %#', (limits, spanish) => {
  expect(expectTranslated(readFrameFacts(shortTrack, limits))).toBe(spanish)
})

/** Expects that the English message matches, and returns the Spanish one. */
function expectTranslated(outcome: FrameOutcome): string {
  if (outcome.ok) throw new Error('the recording was taken')
  const text = (locale: Locale) =>
    translateError(catalogues.translator(locale), new AppError('invalid-input', faultText(outcome.fault)!))
  expect(text('en')).toBe(outcome.sentence)
  expect(text('es')).not.toBe(outcome.sentence)
  return text('es')
}

test.each(hostileNames)('the name %j can be displayed safely', (fileName) => {
  const shown = shownName(fileName)
  expect(shown).not.toMatch(/[\p{Cc}\u202e\u200e/\\]/u)
  expect(shown.length).toBeLessThanOrEqual(200)
})

const refusalOf = (fields: Record<string, unknown>) => {
  try {
    return readFields(fields)
  } catch (error) {
    return isAppError(error) ? error.message : error
  }
}

test.each([
  ['no artist', { artist_name: undefined }, 'artist_name'],
  ['a title of spaces', { song_title: '   ' }, 'song_title'],
  ['no address', { artist_email: undefined }, 'artist_email'],
  ['two addresses', { artist_email: 'a@example.com, b@example.com' }, 'artist_email'],
  ['an address with a header', { artist_email: 'a@example.com\r\nBcc: b@example.com' }, 'artist_email'],
  ['an unknown genre', { genre: 'polka' }, 'genre'],
  ['a script for a website', { artist_website: 'javascript:alert(1)' }, 'artist_website'],
  ['an odd ISRC', { isrc: 'US-1' }, 'isrc'],
  ['a name that is too long', { artist_name: 'x'.repeat(121) }, 'artist_name'],
  ['eleven thousand characters', { description: 'x'.repeat(11_000) }, 'description'],
])('%s is rejected with the name of the field', (_name, fields, field) => {
  expect(refusalOf({ ...goodFields, ...fields })).toEqual(expect.stringContaining(field))
})

test.each([
  ['without the checkbox', undefined],
  ['with an empty checkbox', ''],
  ['with a denied consent', 'false'],
])('%s nothing is stored', (_name, owns_track) => {
  expect(refusalOf({ ...goodFields, owns_track })).toBe(problems['no-consent'])
})
