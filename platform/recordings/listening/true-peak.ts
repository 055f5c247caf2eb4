/** Samples on each side used to interpolate between two samples. */
export const reach = 8

/** Share of the highest peak below which interpolation is skipped. */
const worthLooking = 0.7

/** Creates a true peak meter: fourfold oversampling with a windowed sinc. @see ITU-R BS.1770-4, annex 2 */
export function createTruePeak(channels: number): {
  add(channelData: readonly Float32Array[]): void
  decibels(): number | null
} {
  const tails = Array.from({ length: channels }, () => new Float32Array(2 * reach))
  let highest = 0
  return {
    add(channelData) {
      for (let channel = 0; channel < channels; channel += 1) {
        const fresh = channelData[channel]!
        const samples = new Float32Array(2 * reach + fresh.length)
        samples.set(tails[channel]!)
        samples.set(fresh, 2 * reach)
        // Each point needs `reach` samples on both sides; the last ones wait for the next piece.
        for (let at = reach; at < samples.length - reach; at += 1) {
          const size = Math.abs(samples[at]!)
          if (size > highest) highest = size
          if (size < worthLooking * highest) continue
          highest = Math.max(highest, peakAround(samples, at))
        }
        tails[channel] = samples.slice(-2 * reach)
      }
    },
    decibels: () => (highest > 0 ? Math.round(200 * Math.log10(highest)) / 10 : null),
  }
}

const quarters = [0.25, 0.5, 0.75].map(kernel)

/**
 * Returns the highest absolute value of three points between a sample and each neighbour.
 *
 * @param at Index with at least `reach` samples before and after it.
 */
export function peakAround(samples: Float32Array, at: number): number {
  let highest = 0
  for (const weights of quarters) {
    let after = 0
    let before = 0
    for (let tap = 0; tap < 2 * reach; tap += 1) {
      after += samples[at - reach + 1 + tap]! * weights[tap]!
      before += samples[at + reach - 1 - tap]! * weights[tap]!
    }
    highest = Math.max(highest, Math.abs(after), Math.abs(before))
  }
  return highest
}

/** Weights of the samples around a point that is `fraction` after the middle one. */
function kernel(fraction: number): Float32Array {
  return Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const x = tap - reach + 1 - fraction
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / reach)
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window
  })
}
