import { expect, test } from 'vitest'
import type { DecodedPiece } from '../decode-frames.ts'
import { createResampler } from './resample.ts'

const tone = (rate: number, seconds: number, hertz: number) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate),
  )

async function resampled(signal: DecodedPiece, from: number, to: number, length = 1152): Promise<DecodedPiece> {
  const pieces: DecodedPiece[] = []
  for (let at = 0; at < signal[0].length; at += length)
    pieces.push([signal[0].subarray(at, at + length), signal[1].subarray(at, at + length)])
  const out = [...(await createResampler(from, to))(pieces)]
  return [0, 1].map((channel) => Float32Array.from(out.flatMap((piece) => [...piece[channel]!]))) as [
    Float32Array,
    Float32Array,
  ]
}

test.each([48_000, 32_000, 22_050, 8_000])(
  'a tone at %i Hz is the same tone at 44.1 kHz, with the same length and no other tones',
  async (rate) => {
    const hertz = [1000, 500]
    const [left, right] = await resampled([tone(rate, 1, hertz[0]!), tone(rate, 1, hertz[1]!)], rate, 44_100)
    expect(left.length).toBe(44_100)
    for (const [channel, signal] of [left, right].entries()) {
      const right = tone(44_100, 1, hertz[channel]!)
      // The ends are excluded, because the edges of a tone have no unique shape. 1e-4 is 74 dB below the tone.
      const worst = signal
        .subarray(4000, -4000)
        .reduce((most, sample, index) => Math.max(most, Math.abs(sample - right[index + 4000]!)), 0)
      expect(worst).toBeLessThan(1e-4)
    }
  },
)

test('a recording with the right rate stays unchanged', async () => {
  const signal = tone(44_100, 0.2, 440)
  expect((await resampled([signal, signal], 44_100, 44_100))[0]).toEqual(signal)
})

test('frequencies above half of the new rate are removed and cause no aliasing', async () => {
  const [left] = await resampled([tone(48_000, 1, 23_000), tone(48_000, 1, 23_000)], 48_000, 44_100)
  expect(left.subarray(4000, -4000).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(1e-3)
})
