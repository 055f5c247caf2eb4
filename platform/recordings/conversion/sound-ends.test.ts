import { expect, test } from 'vitest'
import type { DecodedPiece } from '../decode-frames.ts'
import { createSoundEnds, cutSilence, cutToEnds, audibleSilence, type Silence } from './sound-ends.ts'

const rate = 44_100
const frameSamples = 1152
const signalOf = (parts: [seconds: number, size: number][]) =>
  Float32Array.from(
    parts.flatMap(([seconds, size]) =>
      Array.from({ length: rate * seconds }, (_, index) => (index % 2 ? size : -size)),
    ),
  )

function endsOf(
  signal: Float32Array,
  { gainDb = 0, silence = cutSilence }: { gainDb?: number; silence?: Silence } = {},
) {
  const ends = createSoundEnds(rate)
  for (let at = 0; at < signal.length; at += 5000)
    ends.add([signal.subarray(at, at + 5000), signal.subarray(at, at + 5000)])
  return ends.find(gainDb, silence)
}

const cut = (signal: Float32Array, ends: { from: number; to: number }) => {
  const pieces: DecodedPiece[] = []
  for (let at = 0; at < signal.length; at += 7000)
    pieces.push([signal.subarray(at, at + 7000), signal.subarray(at, at + 7000)])
  return Float32Array.from(
    [...cutToEnds(pieces, ends, { sampleRate: rate, frameSamples })].flatMap(([left]) => [...left]),
  )
}

test('sound begins and ends where it rises above −45 dB at its final level', () => {
  const signal = signalOf([
    [1, 0.0001],
    [2, 0.5],
    [3, 0.004],
  ])
  const { from, to } = endsOf(signal)!
  expect(from / rate).toBeCloseTo(1, 1)
  expect(to / rate).toBeCloseTo(3, 1)
  // At 6 dB more, the end is above it as well.
  expect(endsOf(signal, { gainDb: 6 })!.to / rate).toBeCloseTo(6, 1)
})

const bar: [seconds: number, size: number] = [2, 0.5]
const hush = 0.001
const rest = 0.012
test.each<[string, [seconds: number, size: number][], from: number, to: number]>([
  ['behind a hole', [bar, [0.3, hush], [0.05, rest]], 0, 2],
  ['behind several holes', [bar, [0.2, hush], [0.05, rest], [0.3, hush], [0.02, rest], [2, hush]], 0, 2],
  ['in front of a hole', [[0.04, rest], [0.4, hush], bar], 0.44, 2.44],
  ['at both ends', [[0.04, rest], [0.4, hush], bar, [0.1, hush], [0.3, rest]], 0.44, 2.44],
])('a remnant of a fade %s is not an end', (_name, parts, from, to) => {
  const ends = endsOf(signalOf(parts))!
  expect(ends.from / rate).toBeCloseTo(from, 1)
  expect(ends.to / rate).toBeCloseTo(to, 1)
})

test.each<[string, [seconds: number, size: number][]]>([
  ['a last beat behind a rest', [bar, [0.5, hush], [0.1, 0.3]]],
  ['a quiet passage without a hole', [bar, [3, rest]]],
  ['a quiet passage with a hole far before its end', [bar, [0.3, hush], [3, rest]]],
  ['a short rest', [bar, [0.03, hush], [0.1, rest]]],
])('%s is kept', (_name, parts) => {
  const signal = signalOf(parts)
  expect(endsOf(signal)).toEqual({ from: 0, to: signal.length })
  expect(endsOf(signal.toReversed())).toEqual({ from: 0, to: signal.length })
})

test('a cut goes slightly beyond audible gaps, so that the result needs no second cut', () => {
  const signal = signalOf([bar, [0.06, hush], [0.05, rest], [0.3, 0.004]])
  expect(endsOf(signal)!.to / rate).toBeCloseTo(2, 1)
  expect(endsOf(signal, { silence: audibleSilence })!.to).toBe(signal.length)
})

test('sound up to the last sample is kept, and silence has no ends', () => {
  expect(endsOf(signalOf([[1, 0.5]]))).toEqual({ from: 0, to: rate })
  expect(endsOf(signalOf([[1, 0.00001]]))).toBeUndefined()
})

test('a cut recording has whole frames, unchanged samples in the middle, and fades at both ends', () => {
  const signal = signalOf([
    [1, 0.001],
    [2, 0.5],
    [1, 0.001],
  ])
  const sound = cut(signal, { from: rate, to: 3 * rate })
  expect(sound.length % frameSamples).toBe(0)
  expect(sound.length - 2 * rate).toBeLessThan(frameSamples)
  expect(sound.subarray(1000, rate)).toEqual(signal.subarray(rate + 1000, 2 * rate))
  expect(Math.abs(sound[0]!)).toBeLessThan(0.01)
  expect(Math.abs(sound[2 * rate - 1]!)).toBeLessThan(0.01)
  expect(sound.subarray(2 * rate).every((sample) => sample === 0)).toBe(true)
})
