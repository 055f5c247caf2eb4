import { createSpectrum } from '../spectrum.ts'

/** Size of the spectrogram in pixels. */
export const spectrogramSize = { width: 960, height: 240 }

const lowestHertz = 40
const highestHertz = 18_000
/** Range of levels that is drawn, in decibels below the loudest one. */
const rangeDecibels = 84
/** Spectra per column, whatever its duration. */
const samplesPerColumn = 3

/**
 * Collects a spectrogram while a recording is decoded: time to the right, frequency upwards by its logarithm.
 *
 * @param durationSeconds Length of the whole recording.
 */
export function createSpectrogram(
  sampleRate: number,
  durationSeconds: number,
): { add(mono: Float32Array): void; levels(): Uint8Array } {
  const { width, height } = spectrogramSize
  const spectrum = createSpectrum(4096)
  const hop = Math.max(1, Math.floor((durationSeconds * sampleRate) / (width * samplesPerColumn)))
  const top = Math.min(highestHertz, sampleRate / 2)
  const bins = Array.from(
    { length: height + 1 },
    (_, row) => (lowestHertz * (top / lowestHertz) ** (row / height) * spectrum.size) / sampleRate,
  )
  const power = new Float32Array(width * height)
  const window = new Float32Array(Math.min(hop, spectrum.size))
  let at = 0
  return {
    add(mono) {
      for (let taken = 0; taken < mono.length;) {
        const inHop = at % hop
        const count = Math.min(mono.length - taken, hop - inHop)
        // Only the end of a long hop is analyzed.
        for (let index = Math.max(0, hop - window.length - inHop); index < count; index += 1)
          window[inHop + index - (hop - window.length)] = mono[taken + index]!
        taken += count
        at += count
        if (at % hop !== 0) continue
        const column = Math.floor((at / hop - 1) / samplesPerColumn)
        if (column >= width) continue
        const levels = spectrum.of(window)
        for (let row = 0; row < height; row += 1) {
          const from = Math.floor(bins[row]!)
          const to = Math.max(from + 1, Math.floor(bins[row + 1]!))
          let max = 0
          for (let bin = from; bin < to && bin < levels.length; bin += 1) max = Math.max(max, levels[bin]!)
          const place = (height - 1 - row) * width + column
          power[place] = Math.max(power[place]!, max)
        }
      }
    },
    levels() {
      const loudest = power.reduce((max, value) => Math.max(max, value), 1e-9)
      return Uint8Array.from(power, (value) => {
        const decibels = 10 * Math.log10(value / loudest + 1e-12)
        return Math.round(255 * Math.min(1, Math.max(0, 1 + decibels / rangeDecibels)))
      })
    },
  }
}
