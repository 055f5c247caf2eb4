import { expect, test } from 'vitest'
import { endsAtMs, frameMs, Plan, type Play } from './plan.ts'
import { FrameSequencer } from './frame-sequencer.ts'
import type { Sound } from './audio-cache.ts'

const rate = 44_100

/** Audio whose frames are one byte each, so that each byte in the output identifies its frame. */
function soundOf(recordingId: string, letter: string, frameCount: number): Sound {
  return {
    recordingId,
    bytes: Buffer.alloc(frameCount, letter),
    bounds: Uint32Array.from({ length: frameCount + 1 }, (_, i) => i),
    frameCount,
    sampleRate: rate,
  }
}

/** Creates two plays of 100 frames; the file of the first has the given number of frames. */
function stage(framesThere: number, recordingId = 'track:a') {
  const plan = new Plan()
  const first: Play = {
    position: 1,
    recordingId: 'track:a',
    title: '',
    artist: '',
    startsAtMs: 0,
    frameCount: 100,
    sampleRate: rate,
  }
  plan.append(first)
  plan.append({ ...first, position: 2, recordingId: 'track:b', startsAtMs: endsAtMs(first) })
  const sounds = new Map([
    ['track:a', soundOf(recordingId, 'a', framesThere)],
    ['track:b', soundOf('track:b', 'b', 100)],
  ])
  const sequencer = new FrameSequencer({ plan, soundFor: (play) => sounds.get(play.recordingId), leadMs: 0 })
  let played = ''
  const advanceTo = (ms: number) => {
    for (const { bytes } of sequencer.advance(ms)) played += bytes.toString()
    return played
  }
  advanceTo(0)
  return { advanceTo, endMs: endsAtMs(first) }
}

test('a recording that is slightly shorter than planned ends early without repeating, and the next one begins on time', () => {
  const { advanceTo, endMs } = stage(60)
  advanceTo(60 * frameMs(rate))
  expect(advanceTo(endMs - 10)).toBe('a'.repeat(60))
  expect(advanceTo(endMs + 10 * frameMs(rate))).toMatch(/^a{60}b{11}$/)
})

test.each([
  ['as long as planned', 100],
  ['longer than planned', 140],
])('a recording %s plays to the end of its play', (_name, frames) => {
  const { advanceTo, endMs } = stage(frames)
  advanceTo(endMs / 2)
  expect(advanceTo(endMs + 1.5 * frameMs(rate))).toMatch(/^a{100}b{2}$/)
})

test('a replacement recording that is too short repeats', () => {
  const { advanceTo, endMs } = stage(60, 'track:c')
  advanceTo(endMs / 2)
  expect(advanceTo(endMs + 1.5 * frameMs(rate))).toMatch(/^a{100}b{2}$/)
})
