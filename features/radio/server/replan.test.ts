import { expect, test } from 'vitest'
import type { Play } from './plan.ts'
import { firstToReplan, replanMs } from './replan.ts'
import type { Length } from './audio-cache.ts'
import { testRecording } from './test-recordings.ts'

const rate = 44_100
const recordings = ['a', 'b', 'c'].map((id) => testRecording({ id, file: `/${id}.mp3` }))
const library = { recordings: () => recordings, premieres: () => [] }

/** Three plays of about 26 seconds; `a` is on air. */
const plays = recordings.map(({ id }, index): Play => ({
  position: index + 1,
  recordingId: id,
  title: '',
  artist: '',
  startsAtMs: index * 26_122,
  frameCount: 1000,
  sampleRate: rate,
}))

const replanned = (lengths: Record<string, Length>, nowMs = 1000) =>
  firstToReplan({ plays, current: plays[0]!, nowMs, library, isUsable: () => true, lengthOf: (id) => lengths[id] })
    ?.recordingId

test.each([
  ['as long as planned', 1000, rate, undefined],
  ['a second shorter, which listeners have buffered', 962, rate, undefined],
  ['ten seconds shorter, because its silence was removed', 617, rate, 'b'],
  ['ten seconds longer', 1383, rate, 'b'],
  ['as long, at another rate', 1088, 48_000, undefined],
  ['at another rate, and shorter', 700, 48_000, 'b'],
])('a planned play whose audio is %s', (_name, frameCount, sampleRate, expected) => {
  expect(replanned({ b: { frameCount, sampleRate } })).toBe(expected)
})

test('a play that is on air, or begins within seconds, is not replaced', () => {
  const shorter = { frameCount: 500, sampleRate: rate }
  expect(replanned({ a: shorter })).toBeUndefined()
  expect(replanned({ b: shorter }, plays[1]!.startsAtMs - replanMs)).toBeUndefined()
  expect(replanned({ b: shorter, c: shorter }, plays[1]!.startsAtMs - replanMs)).toBe('c')
})
