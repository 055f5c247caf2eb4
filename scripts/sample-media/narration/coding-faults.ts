const FRAME_SECONDS = 0.02
/** Fainter frames are rounding noise. */
const FAINTEST_DECIBELS = -45

/**
 * How far, in decibels, the treble of any moment came out louder than it went in. A coder short of bits now and then
 * lets out a chirp in the middle of a word, ten decibels and more above what was there; sound coding stays within two.
 */
export function worstBurst(before: Int16Array, after: Int16Array, sampleRate: number): number {
  const size = Math.round(FRAME_SECONDS * sampleRate)
  const frames = Math.floor(Math.min(before.length, after.length) / size)
  const sent = Array.from({ length: frames }, (_, frame) => trebleDecibels(before, frame * size, size))
  const decoded = Array.from({ length: frames }, (_, frame) => trebleDecibels(after, frame * size, size))
  let worst = 0
  decoded.forEach((level, frame) => {
    if (level < FAINTEST_DECIBELS) return
    // A coder smears a sound into its neighbours, which nobody hears.
    worst = Math.max(worst, level - Math.max(...sent.slice(Math.max(0, frame - 1), frame + 2)))
  })
  return worst
}

/** The level of the second difference, which grows by 12 dB with each octave. */
function trebleDecibels(samples: Int16Array, from: number, size: number): number {
  let energy = 0
  for (let at = Math.max(2, from); at < from + size; at += 1) {
    energy += ((samples[at]! - 2 * samples[at - 1]! + samples[at - 2]!) / 4 / 32_768) ** 2
  }
  return 10 * Math.log10(energy / size + 1e-12)
}
