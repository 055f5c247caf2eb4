import { MPEGDecoder } from 'mpg123-decoder'
import { type Mp3Frames, samplesPerFrame } from './frames/mp3-frames.ts'

/** So many frames make a piece: under a second of sound, whatever the rate. */
const framesInPiece = 16

/** No recording reaches 12 dB over full scale; what does was decoded from bits that mean nothing. */
const implausible = 4

/** What follows a broken frame overlaps with it, so half of that is suspicious enough. */
const implausibleBehind = 2

/** Some decoded sound: two channels of equal length, the same one twice for a mono recording. */
export type DecodedPiece = readonly [left: Float32Array, right: Float32Array]

/** A recording while it is decoded. */
export type FrameDecoder = {
  /** All of its sound, once; frames that cannot be decoded are silent, so that its length stays. */
  pieces(): Generator<DecodedPiece>
  /** How many frames were silent because they cannot be decoded, so far. */
  brokenFrames(): number
}

/**
 * Opens the decoding of the frames found in a file. Only they reach the decoder, one by one: tags and covers cannot be
 * taken for sound, and the number of samples is known before. libmpg123 itself never tells of a broken frame, it makes
 * noise of it.
 *
 * @param frames What `findFrames` found in `file`.
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
  // Written so that what is no number at all counts as too much.
  return channels.every((samples) => samples.every((sample) => Math.abs(sample) <= limit))
}

/** The mean of both channels. */
export function mixDown([left, right]: DecodedPiece): Float32Array {
  const mono = new Float32Array(left.length)
  for (let index = 0; index < mono.length; index += 1) mono[index] = (left[index]! + right[index]!) / 2
  return mono
}
