import { peakCount } from './analysis.ts'

/** Block length for loudness: shorter than a beat, longer than the period of a bass note. */
const blockSeconds = 0.05

/** Recordings below this level count as silent, so that their noise is not amplified: −60 dB of full scale. */
const silence = 0.001

/** Collects the waveform of a recording while it is decoded. Call `peaks` after the last piece. */
export function createWaveform(sampleRate: number): { add(samples: Float32Array): void; peaks(): number[] } {
  const blockLength = Math.max(1, Math.round(sampleRate * blockSeconds))
  const blocks: number[] = []
  let sum = 0
  let filled = 0
  const close = () => {
    blocks.push(Math.sqrt(sum / filled))
    sum = 0
    filled = 0
  }
  return {
    add(samples) {
      // Accessed by index: this runs for every sample, and an iterator takes ten times as long.
      for (let index = 0; index < samples.length; index += 1) {
        sum += samples[index]! * samples[index]!
        filled += 1
        if (filled === blockLength) close()
      }
    },
    peaks() {
      if (filled > 0) close()
      const loudest = blocks.reduce((max, block) => Math.max(max, block), 0)
      return Array.from({ length: peakCount }, (_, index) => {
        const from = Math.floor((index * blocks.length) / peakCount)
        const to = Math.max(from + 1, Math.floor(((index + 1) * blocks.length) / peakCount))
        const piece = blocks.slice(from, to).reduce((max, block) => Math.max(max, block), 0)
        return loudest < silence ? 0 : Math.round((100 * piece) / loudest)
      })
    },
  }
}
