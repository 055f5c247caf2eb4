import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NowPlaying } from '#features/radio/contract.ts'
import type { Occurrence } from '#features/venue/contract.ts'
import { eventAt, type SetListTrack, stageAt, trackAt } from './stage-program.ts'

const minute = 60_000
const startsAtMs = Date.parse('2030-01-05T20:00:00Z')
const night: Occurrence = {
  key: 'night',
  title: 'Night of Tape',
  description: '',
  timeZone: 'Europe/Berlin',
  isCalledOff: false,
  setList: ['nova-swade', 'rio-swade', 'nobody'],
  startsAt: '2030-01-05T20:00:00.000Z',
  endsAt: '2030-01-05T21:30:00.000Z',
}
const trackOf = (figure: string, durationSeconds: number): SetListTrack => ({
  title: `Song of ${figure}`,
  artist: figure,
  figure,
  art: `/figures/${figure}.webp`,
  audio: `/audio/${figure}`,
  levels: `/levels/${figure}`,
  durationSeconds,
})
const tracks: Record<string, SetListTrack> = {
  'nova-swade': trackOf('nova-swade', 100),
  'rio-swade': trackOf('rio-swade', 50.5),
}
const origin = 'https://swade.example'
const song = {
  id: 'track:luma-swade',
  text: 'Luma - Light',
  artist: 'Luma',
  title: 'Light',
  album: '',
  genre: '',
  art: `${origin}/figures/v1/luma-swade.square.640.webp`,
  artist_url: '/artist/luma-swade',
  levels_url: '/media/artists/luma-swade/levels.json',
}
const station: NowPlaying = {
  station: { id: 1, name: 'Swade Radio', shortcode: 'swade', listen_url: `${origin}/radio/stream.mp3` },
  listeners: { total: 0, unique: 0, current: 0 },
  live: { is_live: false, streamer_name: '' },
  now_playing: { sh_id: 1, played_at: 1000, duration: 60, song, elapsed: 0, remaining: 60 },
  playing_next: null,
  song_history: [],
  is_online: true,
  clock: {
    now_ms: 5,
    started_at_ms: 1_000_250,
    ends_at_ms: 9,
    next_starts_at_ms: 9,
    burst_ms: 3000,
    source: 'built-in',
  },
}
const at = (nowMs: number, occurrences: Occurrence[] = [night], now: NowPlaying = station) =>
  stageAt({ nowMs, occurrences, station: now, findTrack: (slug) => tracks[slug], origin })

test('doors open 15 minutes before an event, it is live until its end, and a canceled one never opens', () => {
  const stateAt = (ms: number, one = night) => eventAt([one], startsAtMs + ms)?.state
  expect([-15 * minute - 1, -15 * minute, -1, 0, 90 * minute - 1, 90 * minute].map((ms) => stateAt(ms))).toEqual([
    undefined,
    'doors',
    'doors',
    'live',
    'live',
    undefined,
  ])
  expect(stateAt(0, { ...night, isCalledOff: true })).toBeUndefined()
})

test('a running event takes precedence over one whose doors are open', () => {
  const next = { ...night, key: 'next', startsAt: '2030-01-05T21:20:00.000Z', endsAt: '2030-01-05T22:00:00.000Z' }
  expect(eventAt([next, night], startsAtMs + 79 * minute)?.key).toBe('night')
  expect(eventAt([next, night], startsAtMs + 90 * minute)).toMatchObject({ key: 'next', state: 'live' })
})

test('between events the stage plays the station, with addresses of this site as paths', () => {
  const { stage, changesAtMs } = at(startsAtMs - 60 * minute)
  expect(stage).toEqual({
    source: 'station',
    title: 'Light',
    artist: 'Luma',
    figure: 'luma-swade',
    art: '/figures/v1/luma-swade.square.640.webp',
    audio: '/radio/stream.mp3',
    startsAtMs: 1_000_250,
    burstMs: 3000,
    levels: '/media/artists/luma-swade/levels.json',
    event: null,
  })
  expect(changesAtMs).toBe(startsAtMs - 15 * minute)
})

test('while doors are open the station keeps playing, with the event announced', () => {
  const { stage, changesAtMs } = at(startsAtMs - minute)
  expect(stage).toMatchObject({ source: 'station', event: { key: 'night', state: 'doors', startsAtMs } })
  expect(changesAtMs).toBe(startsAtMs)
})

test('an event plays its set list in order and repeats it, leaving out artists without a track', () => {
  const playing = (seconds: number) => {
    const { stage, changesAtMs } = at(startsAtMs + seconds * 1000)
    return [stage.figure, stage.source, (stage.startsAtMs - startsAtMs) / 1000, (changesAtMs - startsAtMs) / 1000]
  }
  expect(playing(0)).toEqual(['nova-swade', 'set-list', 0, 100])
  expect(playing(100)).toEqual(['rio-swade', 'set-list', 100, 150.5])
  expect(playing(151)).toEqual(['nova-swade', 'set-list', 150.5, 250.5])
  expect(at(startsAtMs).stage.event).toMatchObject({ state: 'live', title: 'Night of Tape' })
})

test('during an event without a playable set list the stage plays the station', () => {
  const { stage } = at(startsAtMs, [{ ...night, setList: ['nobody'] }])
  expect(stage).toMatchObject({ source: 'station', event: { state: 'live' } })
})

test('a silent station and artwork of another host leave the stage without audio and texture', () => {
  const foreign = { ...station.now_playing!, song: { ...song, art: 'https://images.example/a.webp', artist_url: null } }
  const now = { ...station, is_online: false, now_playing: foreign }
  expect(at(0, [], now).stage).toMatchObject({ source: 'silent', art: '', figure: 'swade' })
})

test('property: every guest computes the same position, always inside a recording', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 90 * minute }),
      (lengths, passedMs) => {
        const list = lengths.map((ms, index) => trackOf(`t${index}`, ms / 1000))
        const found = trackAt(list, startsAtMs, startsAtMs + passedMs)!
        expect(found.startsAtMs).toBeLessThanOrEqual(startsAtMs + passedMs + 1e-3)
        expect(found.endsAtMs).toBeGreaterThan(startsAtMs + passedMs - 1e-3)
        expect(found.endsAtMs - found.startsAtMs).toBeCloseTo(found.track.durationSeconds * 1000, 3)
      },
    ),
  )
  expect(trackAt([], startsAtMs, startsAtMs)).toBeUndefined()
  expect(trackAt([trackOf('a', 0)], startsAtMs, startsAtMs)).toBeUndefined()
})
