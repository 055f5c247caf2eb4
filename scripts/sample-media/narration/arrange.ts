import type { Block } from './chapter-blocks.ts'

const PAUSE_SECONDS = { sentence: 0.3, paragraph: 0.35, heading: 0.7, title: 1.2 }
/** The voice's own pauses at the ends are cut to this much room around the words. */
const ROOM_SECONDS = 0.06
const FADE_SECONDS = 0.01
const QUIET = 60

/** One printed block and when it is heard, in seconds from the start of the chapter. */
export type TimedBlock = { index: number; startSeconds: number; endSeconds: number; text: string }

/** Sets the sentences of a chapter one after another with pauses between; the timings are those of the samples. */
export function arrange(
  blocks: (Block & { sentences: Int16Array[] })[],
  sampleRate: number,
): { samples: Int16Array; timings: TimedBlock[] } {
  const pieces: Int16Array[] = []
  const timings: TimedBlock[] = []
  const rest = (seconds: number) => new Int16Array(Math.round(seconds * sampleRate))
  const seconds = () => round(pieces.reduce((sum, piece) => sum + piece.length, 0) / sampleRate)
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before) pieces.push(rest(pauseBetween(before, block)))
    const startSeconds = seconds()
    block.sentences.forEach((sentence, place) => {
      if (place > 0) pieces.push(rest(PAUSE_SECONDS[block.kind === 'text' ? 'sentence' : 'heading']))
      pieces.push(trimmed(sentence, sampleRate))
    })
    timings.push({ index, startSeconds, endSeconds: seconds(), text: block.text })
  }
  return { samples: joined(pieces), timings }
}

function pauseBetween(before: Block, after: Block): number {
  if (before.kind === 'title') return PAUSE_SECONDS.title
  return before.kind === 'heading' || after.kind === 'heading' ? PAUSE_SECONDS.heading : PAUSE_SECONDS.paragraph
}

/** Cuts silence off both ends and fades the cuts, so that nothing clicks. */
export function trimmed(samples: Int16Array, sampleRate: number): Int16Array {
  const loud = (sample: number) => Math.abs(sample) > QUIET
  const room = Math.round(ROOM_SECONDS * sampleRate)
  const first = samples.findIndex(loud)
  if (first < 0) throw new Error('a sentence came out silent')
  const cut = samples.slice(Math.max(0, first - room), samples.findLastIndex(loud) + room)
  const fade = Math.round(FADE_SECONDS * sampleRate)
  for (let at = 0; at < fade; at += 1) {
    const end = cut.length - 1 - at
    cut[at] = Math.round((cut[at]! * at) / fade)
    cut[end] = Math.round((cut[end]! * at) / fade)
  }
  return cut
}

function joined(pieces: Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
