import { expect, test } from 'vitest'
import { findFigureImage } from '#shared/chladni-address.ts'
import { recordingOfTrack, trackOfFigure } from './track-figure.ts'

test('a submitted track has its own artwork, whose name contains the id of the track', () => {
  const id = 'submission:0f1e2d3c-4b5a-4678-9abc-def012345678'
  const track = {
    id,
    title: 'Night Bus',
    artist: 'Ada',
    album: '',
    genre: '',
    storageKey: 'submissions/a.mp3',
    durationSeconds: 30,
  }
  const { art } = recordingOfTrack(track)
  const picture = findFigureImage(art.split('/').at(-1)!)
  expect(trackOfFigure(picture!.slug)).toBe(id)
})

test('a track with a cover and an artist page shows them', () => {
  const track = {
    id: 'import:0f1e2d3c-4b5a-4678-9abc-def012345678',
    title: 'Night Bus',
    artist: 'Ada',
    album: '',
    genre: '',
    art: '/media/images/0.webp',
    artistPath: '/artist/ada-swade',
    storageKey: 'tracks/a.mp3',
    durationSeconds: 30,
  }
  expect(recordingOfTrack(track)).toMatchObject({ art: '/media/images/0.webp', artistUrl: '/artist/ada-swade' })
})
