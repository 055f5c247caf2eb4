import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { type ImportedTrack, removedArtistReason } from '#features/tracks/contract.ts'
import { AddedTrackRow, WaitingTrack } from './track-row.tsx'

const track: ImportedTrack = {
  id: 'a',
  title: 'Early',
  artist: 'juno swade',
  album: '',
  fileName: 'early.mp3',
  durationSeconds: 8,
  bitrateKbps: 128,
  year: undefined,
  bpm: undefined,
  cover: '',
  notes: [],
  use: 'later',
  removedArtist: undefined,
  draftArtist: undefined,
  rosterArtist: undefined,
  importedAt: '2026-01-02T03:04:05.000Z',
}

function draw(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToStaticMarkup(inEnglish(<RouterProvider router={router} />, {}))
}
const show = (changed: Partial<ImportedTrack>, problem?: string) =>
  draw(<WaitingTrack track={{ ...track, ...changed }} typed={undefined} problem={problem} />)

test('a track by a new artist goes into a draft; one by a removed artist needs the artist first, said once', () => {
  const reason = removedArtistReason('Juno Swade')
  expect(show({})).toContain('Not on the roster.')
  const removed = show({ removedArtist: 'Juno Swade' })
  expect(removed).toContain(reason)
  expect(removed).not.toContain('Not on the roster.')
  expect(show({ removedArtist: 'Juno Swade' }, reason).split(reason)).toHaveLength(2)
  const refusal = 'Enter the artist before you add this track.'
  expect(show({ artist: '' })).toContain(refusal)
  expect(show({ artist: '' }, refusal).split(refusal)).toHaveLength(2)
  expect(show({}, 'Enter the title.')).toContain('Not on the roster.')
})

test('a track that was added for a new artist names the unpublished draft and links to it', () => {
  const showAdded = (use: 'list' | 'page', draftArtist: ImportedTrack['draftArtist']) => {
    const added = { ...track, use, draftArtist, station: undefined }
    return draw(<AddedTrackRow track={added} isPaused={false} />)
  }
  const draft = { slug: 'unknown-guy', name: 'Unknown Guy' }
  const listed = showAdded('list', draft)
  expect(listed).toContain('Added to the tracks in the unpublished draft of Unknown Guy')
  expect(listed).toMatch(
    /href="\/admin\/content\/artist\/unknown-guy#field-tracks"[^>]*>Edit the draft of Unknown Guy</,
  )
  expect(showAdded('page', draft)).toContain('Added as the featured track in the unpublished draft of Unknown Guy')
  expect(showAdded('list', undefined)).toContain('Added to the artist’s tracks. The artist is not published.')
})
