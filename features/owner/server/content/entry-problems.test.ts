import { expect, test } from 'vitest'
import type { z } from 'zod'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { artistFileSchema } from '#features/artists/contract.ts'
import { journeyPageSchema } from '#features/journey/contract.ts'
import { legalFileSchema } from '#features/legal/contract.ts'
import { venueEventSchema } from '#features/venue/contract.ts'
import { problemsOf } from './entry-problems.ts'

const platforms = { radio: 'Swade Radio' }

/** Returns the messages of an entry by the paths of their fields. */
function messagesOf(schema: z.ZodType, entry: Record<string, unknown>) {
  const { error } = schema.safeParse(entry)
  const problems = problemsOf(error!, entryFields(schema, { choices: { platforms } }))
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]))
}

test('the limit of a list is a number of entries, and that of a text a number of characters', () => {
  const entry = { genres: [], tagline: 'x'.repeat(121), order: 0, videos: Array.from({ length: 13 }, () => ({})) }
  expect(messagesOf(artistFileSchema, entry)).toMatchObject({
    genres: 'Add at least 1 genre.',
    tagline: 'Must be at most 120 characters.',
    order: 'Must be at least 1.',
    videos: 'Use at most 12 videos.',
  })
  expect(messagesOf(journeyPageSchema, { roots: ['One.'], platforms: [{ id: '' }] })).toMatchObject({
    'roots': 'Add at least 2 paragraphs.',
    'platforms': 'Enter exactly 10 platforms.',
    'platforms.0.id': 'Choose an option from the list.',
  })
})

test('a missing file is reported as an upload, and its length is not requested', () => {
  const track = { title: 'One', file: '', durationSeconds: '' }
  const { videos, ...messages } = messagesOf(artistFileSchema, {
    featuredTrack: { ...track, cover: 'https://elsewhere.example/a.webp' },
    tracks: [track, { ...track, file: 'one.mp3', cover: 'https://elsewhere.example/a.webp' }],
    videos: [{ title: 'One', file: 'one.pdf' }],
    image: 'one',
  })
  expect(videos).toBeUndefined()
  expect(messages).toMatchObject({
    'featuredTrack.file': 'Upload an MP3 file.',
    'featuredTrack.cover': 'Upload an image or leave this empty.',
    'tracks.0.file': 'Upload an MP3 file.',
    'tracks.1.cover': 'Upload an image or leave this empty.',
    'tracks.1.durationSeconds': 'Upload the file again.',
    'videos.0.file': 'Upload a video file or leave this empty.',
    'image': 'Upload an image or enter a URL that starts with https://.',
  })
  expect(Object.keys(messages).filter((path) => path.endsWith('durationSeconds'))).toEqual(['tracks.1.durationSeconds'])
})

test('a video is a file or a YouTube video', () => {
  const video = { title: 'One' }
  const both = { ...video, file: 'one.mp4', youtubeId: 'abcdefghijk' }
  expect(messagesOf(artistFileSchema, { videos: [video, both, { ...video, youtubeId: 'abc' }] })).toMatchObject({
    'videos.0': 'Upload a video file or enter a YouTube ID.',
    'videos.1': 'Keep either the video file or the YouTube ID, and clear the other field.',
    'videos.2.youtubeId': 'Must be the 11 characters after v= in the URL of the video.',
  })
})

test('a text that is much too long is told one limit, that of its field', () => {
  const { error } = legalFileSchema.safeParse({ description: 'x'.repeat(5000) })
  const problems = problemsOf(error!, entryFields(legalFileSchema))
  expect(problems.filter(({ path }) => path === 'description').map(({ message }) => message)).toEqual([
    'Must be at most 160 characters.',
  ])
})

test('an empty field is told only that it is required', () => {
  const { error } = legalFileSchema.safeParse({ description: '' })
  const problems = problemsOf(error!, entryFields(legalFileSchema))
  expect(problems.filter(({ path }) => path === 'description').map(({ message }) => message)).toEqual([
    'This field is required.',
  ])
})

test('an empty color of an art direction is asked for with an example', () => {
  const artwork = { material: 'ink', ground: '', ink: '#1d2a6b', density: 'even', frame: 'bleed' }
  expect(messagesOf(artistFileSchema, { artwork })).toMatchObject({
    'artwork.ground': 'Enter a color such as #1d2a6b.',
  })
  expect(messagesOf(artistFileSchema, { artwork: { ...artwork, ground: 'red' } })).toMatchObject({
    'artwork.ground': 'Must be a color such as #1d2a6b.',
  })
})

test('a missing day is asked for by its kind', () => {
  expect(messagesOf(legalFileSchema, { updated: '' })).toMatchObject({ updated: 'Enter a date.' })
})

test('a wrong time has one message, and a duration below the smallest names it', () => {
  const { error } = venueEventSchema.safeParse({ starts: ['tomorrow', '2026-02-30T10:00Z'], durationMinutes: -5 })
  const messages = problemsOf(error!, entryFields(venueEventSchema, { keyProperty: 'id' })).filter(({ path }) =>
    /^(starts|durationMinutes)/.test(path),
  )
  expect(messages).toEqual([
    { path: 'starts.0', message: 'Must be a UTC time such as 2026-12-04T02:00Z.' },
    { path: 'starts.1', message: 'Must be a valid date and time.' },
    { path: 'durationMinutes', message: 'Must be at least 5.' },
  ])
})
