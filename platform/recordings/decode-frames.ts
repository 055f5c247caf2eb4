import { MPEGDecoder } from 'mpg123-decoder'
import { type Mp3Frames, samplesPerFrame } from './frames/mp3-frames.ts'

/** Frames per piece, less than a second of audio. */
const framesInPiece = 16

/** Maximum plausible sample, 12 dB above full scale; anything louder was decoded from damaged data. */
const implausible = 4

/** Maximum plausible sample after a broken frame, which overlaps with the next one. */
const implausibleBehind = 2

/** Decoded audio: two channels of equal length, identical for a mono recording. */
export type DecodedPiece = readonly [left: Float32Array, right: Float32Array]

/** Decoder of one recording. */
type FrameDecoder = {
  /** Yields all audio once; undecodable frames become silence, so the length stays. */
  pieces(): Generator<DecodedPiece>
  /** Returns the number of frames replaced by silence so far. */
  brokenFrames(): number
}

/**
 * Creates a decoder for the frames of a file. Only frames reach it, so tags and covers are never decoded and the number
 * of samples is known in advance. libmpg123 does not report broken frames but decodes them to noise.
 *
 * @param frames Result of `findFrames` for `file`.
 */
export async function createFrameDecoder(file: Buffer, frames: Mp3Frames): Promise<FrameDecoder> {
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  const known = new Set(frames.brokenFrames)
  const inFrame = samplesPerFrame(frames.sampleRate)
  let broken = 0

  function* pieces(): Generator<DecodedPiece> {
    let wasBroken = false
    for (let first = 0; first < frames.count; first += framesInPiece) {
      const count = Math.min(framesInPiece, frames.count - first)
      const piece = [new Float32Array(count * inFrame), new Float32Array(count * inFrame)] as const
      for (let index = 0; index < count; index += 1) {
        const number = first + index
        const decoded = decoder.decodeFrame(file.subarray(frames.starts[number], frames.ends[number]))
        const [left, right] = decoded.channelData as [Float32Array, Float32Array]
        const isSound = decoded.samplesDecoded === inFrame && !known.has(number)
        wasBroken = !isSound || !isBelow(wasBroken ? implausibleBehind : implausible, [left, right])
        if (wasBroken) broken += 1
        else
          for (const [channel, samples] of [left, right].entries())
            piece[channel]!.set(samples.subarray(0, inFrame), index * inFrame)
      }
      yield piece
    }
    decoder.free()
  }
  return { pieces, brokenFrames: () => broken }
}

function isBelow(limit: number, channels: readonly Float32Array[]): boolean {
  // Written so that NaN counts as too much.
  return channels.every((samples) => samples.every((sample) => Math.abs(sample) <= limit))
}

/** Returns the mean of both channels. */
export function mixDown([left, right]: DecodedPiece): Float32Array {
  const mono = new Float32Array(left.length)
  for (let index = 0; index < mono.length; index += 1) mono[index] = (left[index]! + right[index]!) / 2
  return mono
}
