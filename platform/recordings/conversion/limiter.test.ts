import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTruePeak } from '../listening/true-peak.ts'
import { createLimiter } from './limiter.ts'

const rate = 44_100

/** Sends a signal through a limiter in pieces of different lengths. */
function limited(left: Float32Array, right: Float32Array, ceilingDb: number, lengths: readonly number[] = [4096]) {
  const limiter = createLimiter(rate, ceilingDb)
  const out: [number[], number[]] = [[], []]
  const take = (piece: readonly [Float32Array, Float32Array]) => {
    for (const channel of [0, 1] as const) for (const sample of piece[channel]) out[channel].push(sample)
  }
  for (let at = 0, turn = 0; at < left.length; turn += 1) {
    const length = lengths[turn % lengths.length]!
    take(limiter.add([left.subarray(at, at + length), right.subarray(at, at + length)]))
    at += length
  }
  take(limiter.end())
  return out.map((channel) => Float32Array.from(channel)) as [Float32Array, Float32Array]
}

const peakDb = (channels: readonly Float32Array[]) => {
  const peak = createTruePeak(channels.length)
  // Silence is appended, so that the last samples have neighbors.
  peak.add(channels.map((channel) => Float32Array.of(...channel, ...new Float32Array(32))))
  return peak.decibels()!
}

const tone = (seconds: number, hertz: number, size: number) =>
  Float32Array.from(
    { length: rate * seconds },
    (_, index) => size * Math.sin((2 * Math.PI * hertz * index) / rate + Math.PI / 4),
  )

test('samples below the ceiling stay unchanged, however the input is split', () => {
  const [left, right] = [tone(0.5, 440, 0.5), tone(0.5, 997, 0.3)]
  for (const lengths of [[4096], [1, 7, 1000], [50_000]]) {
    const out = limited(left, right, -1, lengths)
    expect(out[0].length).toBe(left.length)
    expect(out[0].every((sample, index) => Math.abs(sample - left[index]!) < 1e-6)).toBe(true)
    expect(out[1].every((sample, index) => Math.abs(sample - right[index]!) < 1e-6)).toBe(true)
  }
})

test.each([
  ['a loud tone', tone(0.5, 997, 3)],
  // All samples are at 0.7 of its height.
  ['a tone whose peaks lie between samples', tone(0.5, rate / 4, 1.4)],
  ['one loud sample', Float32Array.from({ length: rate / 2 }, (_, index) => (index === 9000 ? 4 : 0.01))],
])('%s stays below the ceiling, between its samples too', (_name, signal) => {
  for (const ceilingDb of [-1, -6])
    expect(peakDb(limited(signal, signal, ceilingDb))).toBeLessThanOrEqual(ceilingDb + 0.1)
})

test('the gain drops before a peak and recovers within a second, equally for both channels', () => {
  const quiet = tone(3, 440, 0.2)
  const loud = Float32Array.from(quiet, (sample, index) => (Math.abs(index - rate) < 200 ? sample * 20 : sample))
  const [left, right] = limited(loud, quiet, -1)
  const gainAt = (index: number) => right[index]! / quiet[index]!
  expect(gainAt(rate)).toBeLessThan(0.3)
  expect(gainAt(rate - 10)).toBeLessThan(0.5)
  expect(gainAt(rate - 2000)).toBeCloseTo(1, 2)
  expect(gainAt(2 * rate)).toBeCloseTo(1, 1)
  expect(Math.max(...left.subarray(rate - 300, rate + 300))).toBeLessThan(10 ** (-1 / 20) + 0.01)
})

test('any input, however it is split, gives output of the same length below the ceiling', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -8, max: 8, noNaN: true }), { minLength: 1, maxLength: 3000 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
      (samples, lengths) => {
        const signal = Float32Array.from(samples)
        const out = limited(signal, signal, -1, lengths)
        expect(out[0].length).toBe(signal.length)
        expect(Math.max(...out[0].map(Math.abs))).toBeLessThanOrEqual(10 ** (-1 / 20) + 0.001)
      },
    ),
    { numRuns: 60 },
  )
})
