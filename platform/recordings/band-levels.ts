import { bandCount, levelsPerSecond } from './analysis.ts'
import { createSpectrum } from './spectrum.ts'

/** Frequency range of the bands, divided evenly on a logarithmic scale. */
const lowestHertz = 40
const highestHertz = 14_000

/** Range of levels below the loudest one that is shown, in decibels. */
const rangeDecibels = 42

/** Levels below this are inaudible, so that a silent recording does not move the figure. */
const floorDecibels = -66

/** Collects the level of each band, {@link levelsPerSecond} times a second, while a recording is decoded. */
export function createBandLevels(sampleRate: number): { add(samples: Float32Array): void; bytes(): Uint8Array } {
  const hop = Math.round(sampleRate / levelsPerSecond)
  const spectrum = createSpectrum(sampleRate > 24_000 ? 4096 : 2048)
  const edges = Array.from({ length: bandCount + 1 }, (_, band) =>
    Math.max(
      1,
      Math.round(((lowestHertz * (highestHertz / lowestHertz) ** (band / bandCount)) / sampleRate) * spectrum.size),
    ),
  )
  const decibels: number[] = []
  const window = new Float32Array(hop)
  let filled = 0
  const close = () => {
    const power = spectrum.of(window.subarray(0, filled))
    for (let band = 0; band < bandCount; band += 1) {
      let sum = 0
      const to = Math.min(Math.max(edges[band + 1]!, edges[band]! + 1), power.length)
      for (let bin = edges[band]!; bin < to; bin += 1) sum += power[bin]!
      decibels.push(10 * Math.log10(sum + 1e-12))
    }
    filled = 0
  }
  return {
    add(samples) {
      for (let taken = 0; taken < samples.length;) {
        const count = Math.min(samples.length - taken, hop - filled)
        window.set(samples.subarray(taken, taken + count), filled)
        filled += count
        taken += count
        if (filled === hop) close()
      }
    },
    bytes() {
      if (filled > 0) close()
      return scaled(decibels)
    },
  }
}

// Each band is normalized half-way between its own maximum and that of the loudest band: treble is visible, and a
// rumble stays small.
function scaled(decibels: number[]): Uint8Array {
  const loud = Array.from({ length: bandCount }, (_, band) =>
    loudestValue(decibels.filter((_value, index) => index % bandCount === band)),
  )
  const loudest = Math.max(...loud)
  const top = loud.map((own) => Math.max((own + loudest) / 2, floorDecibels + rangeDecibels / 2))
  return Uint8Array.from(decibels, (value, index) => {
    if (value < floorDecibels) return 0
    return Math.round(255 * Math.min(1, Math.max(0, 1 + (value - top[index % bandCount]!) / rangeDecibels)))
  })
}

function loudestValue(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.98)] ?? floorDecibels
}
