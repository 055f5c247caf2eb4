import { expect, test } from 'vitest'
import { readFrameFacts } from '#platform/recordings/frames/frame-facts.ts'
import { isAppError } from '#shared/errors.ts'
import { trackLimits } from '#features/submissions/contract.ts'
import { problems } from '#features/submissions/problems.ts'
import { readFields } from './read-texts.ts'
import { shownName } from './read-upload.ts'
import { hostileFiles, hostileNames } from './test-files.ts'
import { goodFields } from './test-form.ts'

test.each(hostileFiles)('%s is no track, and the sender is told why', (_name, file, told) => {
  expect(readFrameFacts(file, trackLimits)).toEqual({ ok: false, sentence: expect.stringMatching(told) })
})

test.each(hostileNames)('the name %j is harmless to show', (fileName) => {
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
  ['blanks for a title', { song_title: '   ' }, 'song_title'],
  ['no address', { artist_email: undefined }, 'artist_email'],
  ['two addresses', { artist_email: 'a@example.com, b@example.com' }, 'artist_email'],
  ['an address with a header', { artist_email: 'a@example.com\r\nBcc: b@example.com' }, 'artist_email'],
  ['an unknown genre', { genre: 'polka' }, 'genre'],
  ['a script for a website', { artist_website: 'javascript:alert(1)' }, 'artist_website'],
  ['an odd ISRC', { isrc: 'US-1' }, 'isrc'],
  ['too long a name', { artist_name: 'x'.repeat(121) }, 'artist_name'],
  ['eleven thousand characters', { description: 'x'.repeat(11_000) }, 'description'],
])('%s is refused by the name of the field', (_name, fields, field) => {
  expect(refusalOf({ ...goodFields, ...fields })).toEqual(expect.stringContaining(field))
})

test.each([
  ['without the box', undefined],
  ['with the box left empty', ''],
  ['with a no', 'false'],
])('%s nothing is taken', (_name, owns_track) => {
  expect(refusalOf({ ...goodFields, owns_track })).toBe(problems['no-consent'])
})
