import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOnAir } from './read-on-air.ts'

const answer = {
  station: { id: 1, name: 'Swade Radio', shortcode: 'swade', listen_url: 'http://localhost:3000/radio/stream.mp3' },
  listeners: { total: 7, unique: 7, current: 7 },
  live: { is_live: false, streamer_name: '' },
  now_playing: {
    sh_id: 4,
    played_at: 1_000,
    duration: 180,
    elapsed: 5,
    remaining: 175,
    song: {
      id: 'track:luma-swade',
      text: 'Luma Swade - Glass Arcade',
      title: 'Glass Arcade',
      artist: 'Luma Swade',
      album: 'Sampler',
      genre: '',
      art: 'http://localhost:3000/figures/v2/luma-swade.square.640.webp',
      artist_url: '/artist/luma-swade',
      levels_url: '/levels/x.json',
    },
  },
  playing_next: null,
  song_history: [],
  is_online: true,
  clock: {
    now_ms: 1_005_250,
    started_at_ms: 1_000_250,
    ends_at_ms: 1_180_250,
    next_starts_at_ms: 1_180_250,
    burst_ms: 3000,
    source: 'built-in',
  },
}

test('a complete response is parsed, and our own station plays from our own path', () => {
  expect(readOnAir(answer, 0)).toEqual({
    stationName: 'Swade Radio',
    isOnline: true,
    listeners: 7,
    streamAddress: '/radio/stream.mp3',
    nowMs: 1_005_250,
    burstMs: 3000,
    current: {
      title: 'Glass Arcade',
      artist: 'Luma Swade',
      album: 'Sampler',
      art: '/figures/v2/luma-swade.square.640.webp',
      artistPath: '/artist/luma-swade',
      levelsPath: '/levels/x.json',
      startsAtMs: 1_000_250,
    },
    next: undefined,
  })
})

test('an external station plays from its own address and may report seconds only', () => {
  const external = readOnAir(
    {
      ...answer,
      station: { ...answer.station, listen_url: 'https://radio.example/live.mp3' },
      clock: { now_ms: 1_005_000, source: 'azuracast', started_at_ms: null },
    },
    0,
  )
  expect(external).toMatchObject({
    streamAddress: 'https://radio.example/live.mp3',
    burstMs: 0,
    current: { startsAtMs: 1_000_000 },
  })
})

test('a song without a title is named by its text, and without both it is undefined', () => {
  const song = (part: object) => ({
    ...answer,
    now_playing: { ...answer.now_playing, song: { ...answer.now_playing.song, ...part } },
  })
  expect(readOnAir(song({ title: null }), 0)?.current?.title).toBe('Luma Swade - Glass Arcade')
  expect(readOnAir(song({ title: '', text: ' ' }), 0)?.current).toBeUndefined()
})

test('an image of our own site becomes a path, and one of another site keeps its whole address', () => {
  const artOf = (art: unknown, source = 'built-in') =>
    readOnAir(
      {
        ...answer,
        clock: { ...answer.clock, source },
        now_playing: { ...answer.now_playing, song: { ...answer.now_playing.song, art } },
      },
      0,
    )?.current?.art
  expect(artOf('http://localhost:3000/media/images/a.webp?v=2')).toBe('/media/images/a.webp?v=2')
  const elsewhere = `https://pictures.example/${'luma/'.repeat(50)}cover.jpg`
  expect([artOf(elsewhere), artOf(elsewhere, 'azuracast')]).toEqual([elsewhere, elsewhere])
  for (const art of ['//evil.example/a.webp', 'javascript:alert(1)', 'http://', '', 7, null])
    expect(artOf(art)).toBeUndefined()
})

test('an address of another site is not accepted as a path', () => {
  for (const artist_url of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7])
    expect(
      readOnAir(
        { ...answer, now_playing: { ...answer.now_playing, song: { ...answer.now_playing.song, artist_url } } },
        0,
      )?.current?.artistPath,
    ).toBe(undefined)
})

test('no response of a station can break the bar', () => {
  fc.assert(fc.property(fc.jsonValue(), (garbage) => void readOnAir(garbage, 5)))
  const keys = Object.keys(answer) as (keyof typeof answer)[]
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, garbage) => {
      const read = readOnAir({ ...answer, [key]: garbage }, 5)
      if (read) expect(typeof read.stationName).toBe('string')
      if (read?.current) expect(Number.isFinite(read.current.startsAtMs)).toBe(true)
    }),
  )
})
