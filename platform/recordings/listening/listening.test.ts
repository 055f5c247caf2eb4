import { expect, test } from 'vitest'
import { createFaultDetector } from './faults.ts'
import { listenTo } from './listen.ts'
import { createLoudness } from './loudness.ts'
import { createTruePeak } from './true-peak.ts'

const wave = (sampleRate: number, seconds: number, hertz: number, size: number, phase = 0) =>
  Float32Array.from(
    { length: sampleRate * seconds },
    (_, index) => size * Math.sin((2 * Math.PI * hertz * index) / sampleRate + phase),
  )

// EBU Tech 3341: 997 Hz at full scale in one channel is −3.0 LUFS; in both it is 3 dB more; 20 dB less is 20 LU less.
test.each([
  [48_000, 1, 1, -3],
  [44_100, 1, 1, -3],
  [48_000, 2, 1, 0],
  [48_000, 2, 0.1, -20],
])('a tone at %i Hz in %i channels at %d of full scale has its loudness', (rate, channels, size, lufs) => {
  const loudness = createLoudness(rate, channels)
  loudness.add(Array.from({ length: channels }, () => wave(rate, 2, 997, size)))
  expect(loudness.integrated()).toBeCloseTo(lufs, 0)
})

test('silence has no loudness, and long silence does not lower that of a loud passage', () => {
  const silent = createLoudness(48_000, 1)
  silent.add([new Float32Array(48_000 * 3)])
  expect(silent.integrated()).toBeNull()
  const mixed = createLoudness(48_000, 1)
  mixed.add([wave(48_000, 2, 997, 1)])
  mixed.add([new Float32Array(48_000 * 8)])
  expect(mixed.integrated()).toBeCloseTo(-3, 0)
})

test('a peak between two samples is found, however the sound is split', () => {
  const tone = wave(48_000, 1, 12_000, 1, Math.PI / 4)
  expect(Math.max(...tone.map(Math.abs))).toBeCloseTo(Math.SQRT1_2, 3)
  const peak = createTruePeak(1)
  for (let at = 0; at < tone.length; at += 777) peak.add([tone.subarray(at, at + 777)])
  expect(peak.decibels()).toBeCloseTo(0, 0)
})

test('clipping counts from three samples on, and silence by its position', () => {
  const faults = createFaultDetector(1_000, 1)
  const loud = Float32Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? 0.5 : -0.5))
  loud.set([1, 1, 0.2, 1, 1, 1, 1], 100)
  for (const piece of [new Float32Array(2_000), loud, new Float32Array(3_000), loud, new Float32Array(1_000)])
    faults.add([piece])
  expect(faults.read()).toEqual({ clippedSamples: 8, silence: { leadSeconds: 2, tailSeconds: 1, longestSeconds: 3 } })
})

test('a recording that cannot be read ends its thread, and is reported as a failure', async () => {
  expect(await listenTo({ path: '/nowhere/at-all.mp3', niceness: 0 })).toEqual({
    ok: false,
    reason: 'failed',
  })
})
