import { expect, test } from 'vitest'
import { detailsOf, readDetails, shownFileName } from './read-details.ts'

const noTags = { title: '', artist: '', album: '' }

test.each([
  ['Night Bus.mp3', '', 'Night Bus'],
  ['03 - Ada Søn - Night Bus.mp3', 'Ada Søn', 'Night Bus'],
  ['07_Night_Bus.MP3', '', 'Night Bus'],
  ['Ada - Night Bus - Live.mp3', 'Ada', 'Night Bus - Live'],
  ['albums/2026/12. Ада – Дом.mp3', 'Ада', 'Дом'],
  ['C:\\Music\\1999.mp3', '', '1999'],
  ['24 Hours.mp3', '', '24 Hours'],
  ['.mp3', '', 'Untitled track'],
])('the file name %s replaces missing tags', (name, artist, title) => {
  expect(detailsOf(noTags, name)).toEqual({ artist, title, album: '' })
})

test('tags take precedence over the file name, each separately', () => {
  expect(detailsOf({ ...noTags, title: 'Tagged', album: 'LP' }, 'Ada - Named.mp3')).toEqual({
    title: 'Tagged',
    artist: 'Ada',
    album: 'LP',
  })
})

test('a file name is shown on one line, without its folder and without characters that hide its extension', () => {
  expect(shownFileName('../../etc/a\u202e3pm.\r\nmp3')).toBe('a3pm. mp3')
  expect(shownFileName('')).toBe('Unnamed file')
})

test('invalid details are rejected with the reason, and the artist is required only to add a track', () => {
  const typed = { title: ' A ', artist: '', album: '' }
  expect(readDetails(typed, { mayLackArtist: true })).toEqual({
    ok: true,
    details: { title: 'A', artist: '', album: '' },
  })
  expect(readDetails(typed, { mayLackArtist: false })).toMatchObject({ message: expect.stringContaining('artist') })
  expect(readDetails({ ...typed, title: '\u0000 ' }, { mayLackArtist: true })).toMatchObject({
    message: 'Enter a title.',
  })
  expect(readDetails({ ...typed, artist: 'x'.repeat(121) }, { mayLackArtist: true })).toMatchObject({
    message: 'The artist must be 120 characters or fewer.',
  })
})
