import { expect, test } from 'vitest'
import type { SongOnAir } from './read-on-air.ts'
import { followStation, songAt } from './song-timeline.ts'

const song = (title: string, startsAtMs: number): SongOnAir => ({
  title,
  artist: 'A',
  album: '',
  art: undefined,
  artistPath: undefined,
  levelsPath: undefined,
  startsAtMs,
})

test('a listener who is three seconds late hears the old song to its own end', () => {
  let timeline = followStation([], { current: song('One', 0), next: song('Two', 60_000), nowMs: 0 })
  timeline = followStation(timeline, { current: song('Two', 60_000), next: song('Three', 120_000), nowMs: 0 })
  expect(songAt(timeline, 61_000 - 3000)).toMatchObject({ song: { title: 'One' }, endsAtMs: 60_000 })
  expect(songAt(timeline, 63_000 - 3000)).toMatchObject({ song: { title: 'Two' }, endsAtMs: 120_000 })
})

test('the next song is shown on time even without another response of the station', () => {
  const timeline = followStation([], { current: song('One', 0), next: song('Two', 60_000), nowMs: 0 })
  expect(songAt(timeline, 60_001).song?.title).toBe('Two')
})

test('an announced song that was not played is dropped', () => {
  let timeline = followStation([], { current: song('One', 0), next: song('Two', 60_000), nowMs: 0 })
  timeline = followStation(timeline, { current: song('Other', 55_000), next: song('Three', 120_000), nowMs: 0 })
  expect(timeline.map(({ title }) => title)).toEqual(['One', 'Other', 'Three'])
})

test('a song that is reported again is not a new one', () => {
  let timeline = followStation([], { current: song('One', 1200), next: undefined, nowMs: 0 })
  timeline = followStation(timeline, { current: song('One', 1000), next: undefined, nowMs: 0 })
  expect(timeline).toEqual([song('One', 1200)])
})

test('off air, the last song may still be heard, and the announced one is dropped', () => {
  const timeline = followStation([], { current: song('One', 0), next: song('Two', 60_000), nowMs: 0 })
  expect(followStation(timeline, { current: undefined, next: undefined, nowMs: 30_000 })).toEqual([song('One', 0)])
})

test('after a day of listening the timeline is still short', () => {
  let timeline = followStation([], { current: song('0', 0), next: undefined, nowMs: 0 })
  for (let n = 1; n < 500; n++)
    timeline = followStation(timeline, {
      current: song(String(n), n * 60_000),
      next: song(String(n + 1), (n + 1) * 60_000),
      nowMs: 0,
    })
  expect(timeline.length).toBeLessThanOrEqual(6)
  expect(songAt(timeline, 499.5 * 60_000).song?.title).toBe('499')
})

test('before the first known song, that one is returned', () => {
  expect(songAt([song('One', 5000)], 2000)).toMatchObject({ song: { title: 'One' } })
  expect(songAt([], 0)).toEqual({ song: undefined, endsAtMs: undefined })
})
