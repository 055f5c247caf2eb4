import type { DecodedPiece } from '../decode-frames.ts'

/** Definition of silence at the station's level: anything quieter, and the rest of a fade after a gap this long. */
export type Silence = { belowDb: number; holeSeconds: number }

/** Silence that is trimmed, about 30 dB below the usual level. */
export const cutSilence: Silence = { belowDb: -45, holeSeconds: 0.05 }

/** Silence that is audible as a gap between two recordings; a recording that ends earlier needs no trim. */
export const audibleSilence: Silence = { belowDb: -50, holeSeconds: 0.08 }

/** Block length for finding the ends. */
const blockSeconds = 0.005

/** Limits of a fade's remnant: close to the end and hardly louder than silence; a last beat is louder. */
const remnant = { withinSeconds: 1, aboveSilenceDb: 10 }

/** First and last audible sample. */
export type SoundEnds = { from: number; to: number }

/** Collects the peak of every block to find the audible ends once the level is known. */
export function createSoundEnds(sampleRate: number): {
  add(piece: DecodedPiece): void
  find(gainDb: number, silence: Silence): SoundEnds | undefined
} {
  const blockLength = Math.round(sampleRate * blockSeconds)
  const blocks: number[] = []
  let highest = 0
  let samples = 0
  return {
    add([left, right]) {
      for (let index = 0; index < left.length; index += 1) {
        highest = Math.max(highest, Math.abs(left[index]!), Math.abs(right[index]!))
        samples += 1
        if (samples % blockLength !== 0) continue
        blocks.push(highest)
        highest = 0
      }
    },
    find(gainDb, silence) {
      const all = [...blocks, highest]
      const limit = 10 ** ((silence.belowDb - gainDb) / 20)
      const last = lastAudible(all, limit, silence.holeSeconds)
      if (last < 0) return undefined
      const first = all.length - 1 - lastAudible(all.toReversed(), limit, silence.holeSeconds)
      return { from: first * blockLength, to: Math.min(samples, (last + 1) * blockLength) }
    },
  }
}

/** Returns the last block that is louder than a limit and not the remnant of a fade; -1 if there is none. */
function lastAudible(blocks: readonly number[], limit: number, holeSeconds: number): number {
  const loud = limit * 10 ** (remnant.aboveSilenceDb / 20)
  let last = blocks.findLastIndex((block) => block > limit)
  let quiet = 0
  for (let at = last; at >= 0 && (last - at) * blockSeconds < remnant.withinSeconds; at -= 1) {
    const block = blocks[at]!
    if (block > limit) {
      if (quiet * blockSeconds >= holeSeconds) last = at
      if (block > loud) break
    }
    quiet = block > limit ? 0 : quiet + 1
  }
  return last
}

/** Too short to be heard as a fade, long enough not to be heard as a click. */
const fadeSeconds = { in: 0.002, out: 0.02 }

/**
 * Trims pieces to the audible ends, fades both and pads to whole frames, so that recordings follow each other with
 * minimal silence.
 *
 * @param frameSamples Samples of one frame.
 * @yields What is left of each piece, and silence at the end to fill the last frame.
 */
export function* cutToEnds(
  pieces: Iterable<DecodedPiece>,
  { from, to }: SoundEnds,
  { sampleRate, frameSamples }: { sampleRate: number; frameSamples: number },
): Generator<DecodedPiece> {
  const fadeIn = Math.round(sampleRate * fadeSeconds.in)
  const fadeOut = Math.round(sampleRate * fadeSeconds.out)
  let at = 0
  for (const [left, right] of pieces) {
    const first = Math.max(0, from - at)
    const end = Math.min(left.length, to - at)
    const begin = at + first
    at += left.length
    if (end <= first) continue
    const piece: DecodedPiece = [left.slice(first, end), right.slice(first, end)]
    for (let index = 0; index < piece[0].length; index += 1) {
      const place = begin + index
      const gain = Math.min(1, (place - from + 1) / fadeIn, (to - place) / fadeOut)
      if (gain === 1) continue
      for (const channel of piece) channel[index]! *= gain
    }
    yield piece
  }
  const missing = (frameSamples - ((to - from) % frameSamples)) % frameSamples
  yield [new Float32Array(missing), new Float32Array(missing)]
}
