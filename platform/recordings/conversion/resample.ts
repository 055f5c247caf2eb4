import * as library from '@alexanderolsen/libsamplerate-js'
import type { DecodedPiece } from '../decode-frames.ts'

// The package is CommonJS, which its types do not declare: its exports are those of `default`.
const { create, ConverterType } = (library as unknown as { default: typeof library }).default

/** Silence appended to flush the filter. */
const flushSeconds = 0.1

/** Resamples pieces of audio. */
type Resample = (pieces: Iterable<DecodedPiece>) => Generator<DecodedPiece>

/**
 * Creates a resampler between two sample rates with libsamplerate's medium sinc filter: 121 dB signal-to-noise ratio,
 * 90 % bandwidth.
 *
 * @see https://libsndfile.github.io/libsamplerate/quality.html
 */
export async function createResampler(fromRate: number, toRate: number): Promise<Resample> {
  if (fromRate === toRate) {
    return function* same(pieces) {
      yield* pieces
    }
  }
  return createResample(
    await create(2, fromRate, toRate, { converterType: ConverterType.SRC_SINC_MEDIUM_QUALITY }),
    fromRate,
    toRate,
  )
}

function createResample(converter: Awaited<ReturnType<typeof create>>, fromRate: number, toRate: number): Resample {
  return function* resample(pieces) {
    let inputCount = 0
    let outputCount = 0
    for (const piece of pieces) {
      inputCount += piece[0].length
      const resampled = deinterleave(converter.full(interleave(piece)))
      outputCount += resampled[0].length
      yield resampled
    }
    const silence = new Float32Array(Math.round(fromRate * flushSeconds))
    const rest = deinterleave(converter.full(interleave([silence, silence])))
    const missing = Math.max(0, Math.round((inputCount * toRate) / fromRate) - outputCount)
    converter.destroy()
    yield [rest[0].subarray(0, missing), rest[1].subarray(0, missing)]
  }
}

function interleave([left, right]: DecodedPiece): Float32Array {
  const both = new Float32Array(left.length * 2)
  for (let index = 0; index < left.length; index += 1) {
    both[2 * index] = left[index]!
    both[2 * index + 1] = right[index]!
  }
  return both
}

function deinterleave(both: Float32Array): DecodedPiece {
  const [left, right] = [new Float32Array(both.length / 2), new Float32Array(both.length / 2)]
  for (let index = 0; index < left.length; index += 1) {
    left[index] = both[2 * index]!
    right[index] = both[2 * index + 1]!
  }
  return [left, right]
}
