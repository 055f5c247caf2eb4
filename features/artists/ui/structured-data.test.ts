import { expect, test } from 'vitest'
import type { Artist } from '#features/artists/contract.ts'
import { artistData } from './structured-data.ts'

const artist: Artist = {
  slug: 'test-swade',
  order: 1,
  name: 'Test Swade',
  genres: ['Dub', 'Jazz'],
  tagline: 'A line.',
  description: 'Words.',
  aiGenerated: true,
  image: '',
  spotifyUrl: '',
  appleUrl: '',
  youtubeUrl: 'https://www.youtube.com/@test',
  socialLinks: { instagram: '', twitter: '', tiktok: '', website: 'https://test.example/' },
  featuredTrack: { title: 'Song', file: 'song.mp3', durationSeconds: 90 },
  videos: [],
  voicePersona: false,
}

test('the structured data of an artist is a music group with its track and absolute addresses', () => {
  expect(artistData('https://swade.example', artist)).toMatchObject({
    '@type': 'MusicGroup',
    '@id': 'https://swade.example/artist/test-swade',
    'genre': ['Dub', 'Jazz'],
    'image': 'https://swade.example/share/artist/test-swade.png',
    'sameAs': ['https://www.youtube.com/@test', 'https://test.example/'],
    'track': {
      '@type': 'MusicRecording',
      'name': 'Song',
      'duration': 'PT1M30S',
      'isAccessibleForFree': true,
      // Other sites may play this address; the address for the player on our own pages is not available to them.
      'audio': { contentUrl: 'https://swade.example/artist/test-swade/track.mp3' },
    },
  })
})

test('missing facts of an artist are omitted', () => {
  const { featuredTrack: _, ...silent } = artist
  const data = artistData('https://swade.example', {
    ...silent,
    youtubeUrl: '',
    socialLinks: { ...artist.socialLinks, website: '' },
  })
  expect(data).not.toHaveProperty('track')
  expect(data).not.toHaveProperty('sameAs')
})
